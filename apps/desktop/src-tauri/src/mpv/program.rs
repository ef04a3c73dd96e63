//! Where mpv is installed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders in which mpv is often installed, and that a program started from a desktop does not have in its `PATH`.
#[cfg(target_os = "macos")]
const OTHER_FOLDERS: [&str; 3] =
    ["/opt/homebrew/bin", "/usr/local/bin", "/Applications/mpv.app/Contents/MacOS"];
#[cfg(target_os = "windows")]
const OTHER_FOLDERS: [&str; 2] = [r"C:\Program Files\mpv", r"C:\Program Files\MPV Player"];
#[cfg(not(any(target_os = "macos", target_os = "windows")))]
const OTHER_FOLDERS: [&str; 0] = [];

const FILE_NAME: &str = if cfg!(windows) { "mpv.exe" } else { "mpv" };

/// Finds mpv in the folders of `PATH` and in the usual ones; `None` when it is not installed.
pub fn find_mpv() -> Option<PathBuf> {
    find_mpv_in(&std::env::var_os("PATH").unwrap_or_default())
}

fn find_mpv_in(search_path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(search_path)
        .chain(OTHER_FOLDERS.iter().map(PathBuf::from))
        // A relative folder would be another one wherever the shell is started.
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(FILE_NAME))
        .find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn finds_the_first_program_of_the_search_path_and_nothing_else() {
        let folders = tempfile::tempdir().unwrap();
        let make = |name: &str, mode: u32| {
            let folder = folders.path().join(name);
            std::fs::create_dir(&folder).unwrap();
            std::fs::write(folder.join("mpv"), "").unwrap();
            std::fs::set_permissions(folder.join("mpv"), PermissionsExt::from_mode(mode)).unwrap();
            folder
        };
        let (text, program) = (make("texto", 0o644), make("programa", 0o755));
        let search_path = std::env::join_paths([&folders.path().join("vacia"), &text, &program]).unwrap();
        assert_eq!(find_mpv_in(&search_path), Some(program.join("mpv")));
        assert_eq!(find_mpv_in(text.as_os_str()), None);
    }

    #[test]
    fn does_not_look_in_the_folder_in_which_the_shell_was_started() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mpv"), "").unwrap();
        std::fs::set_permissions(folder.path().join("mpv"), PermissionsExt::from_mode(0o755)).unwrap();
        let here = std::env::current_dir().unwrap();
        let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
        let relative = up.join(folder.path().strip_prefix("/").unwrap());
        assert!(relative.join("mpv").exists());
        assert_eq!(find_mpv_in(relative.as_os_str()), None);
    }
}
