//! Declares the commands, so that each needs a permission: without the list every page could call all of them.

const COMMANDS: &[&str] =
    &["change_server", "keep_server", "mpv_close", "mpv_open", "mpv_send", "read_server"];

fn main() {
    let manifest = tauri_build::AppManifest::new().commands(COMMANDS);
    if let Err(error) = tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest)) {
        panic!("{error:#}");
    }
}
