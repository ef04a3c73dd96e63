//! The desktop shell: a window with the page of one Butaca server, and mpv beside it.
//!
//! It keeps the server's address, opens the window with a capability for that one origin, starts mpv, and passes
//! allowed commands on. What the commands mean is known in `packages/bridge`, which the page brings along.

mod commands;
mod health;
mod links;
mod mpv;
mod server_address;
mod settings;
mod shell;
mod window;

use std::sync::Arc;
use tauri::menu::{Menu, MenuItem, PredefinedMenuItem, Submenu};
use tauri::{App, AppHandle, Builder, Manager, RunEvent, Runtime};
use tauri_plugin_deep_link::DeepLinkExt;
use tauri_plugin_window_state::StateFlags;

pub use shell::Shell;
pub use window::open_server_window;

/// Runs the shell until its window is closed.
pub fn run() {
    #[cfg(windows)]
    end_programs_with_this_one();
    let app = with_commands(Builder::default())
        .plugin(tauri_plugin_single_instance::init(|app, _arguments, _folder| window::focus(app)))
        .plugin(tauri_plugin_deep_link::init())
        .plugin(
            tauri_plugin_window_state::Builder::new()
                .with_state_flags(StateFlags::POSITION | StateFlags::SIZE | StateFlags::MAXIMIZED)
                .map_label(|_| "main")
                .build(),
        )
        .menu(make_menu)
        .on_menu_event(|app, event| match event.id().as_ref() {
            "change-server" => drop(window::open_address_window(app)),
            "quit" => app.exit(0),
            "reload" => window::reload(app),
            _ => {}
        })
        .setup(|app| Ok(set_up(app)?))
        .build(tauri::generate_context!());
    match app {
        Ok(app) => app.run(|app, event| {
            if let RunEvent::Exit = event {
                let ending = app.state::<Arc<Shell>>().mpv.close();
                tauri::async_runtime::block_on(ending.gone());
            }
        }),
        Err(error) => {
            eprintln!("Butaca no se pudo iniciar: {error}");
            std::process::exit(1);
        }
    }
}

/// Gives an application the commands of the shell.
pub fn with_commands<R: Runtime>(builder: Builder<R>) -> Builder<R> {
    builder.invoke_handler(tauri::generate_handler![
        commands::change_server,
        commands::keep_server,
        commands::mpv_close,
        commands::mpv_open,
        commands::mpv_send,
        commands::read_server,
    ])
}

fn set_up(app: &mut App) -> tauri::Result<()> {
    let handle = app.handle().clone();
    let file = app.path().app_config_dir()?.join("ajustes.json");
    let shell = Arc::new(Shell::new(file));
    app.manage(shell.clone());
    let link = app.deep_link().get_current().ok().flatten();
    let route = link.iter().flatten().find_map(|link| links::read_link(link.as_str()));
    match shell.kept_origin() {
        Some(origin) => window::open_server_window(&handle, &origin, route.as_deref())?,
        None => window::open_address_window(&handle)?,
    }
    app.deep_link().on_open_url(move |event| {
        if let Some(route) = event.urls().iter().find_map(|link| links::read_link(link.as_str())) {
            window::show_route(&handle, &route);
        }
    });
    Ok(())
}

fn make_menu<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<Menu<R>> {
    let change = MenuItem::with_id(app, "change-server", "Cambiar de servidor", true, None::<&str>)?;
    let reload = MenuItem::with_id(app, "reload", "Volver a cargar", true, Some("CmdOrCtrl+R"))?;
    let quit = MenuItem::with_id(app, "quit", "Salir", true, Some("CmdOrCtrl+Q"))?;
    let line = PredefinedMenuItem::separator(app)?;
    let own = Submenu::with_items(app, "Butaca", true, &[&change, &reload, &line, &quit])?;
    let menu = Menu::with_items(app, &[&own])?;
    // On macOS the keys for copying and pasting work only where a menu has them.
    #[cfg(target_os = "macos")]
    menu.append(&Submenu::with_items(
        app,
        "Edición",
        true,
        &[
            &PredefinedMenuItem::cut(app, Some("Cortar"))?,
            &PredefinedMenuItem::copy(app, Some("Copiar"))?,
            &PredefinedMenuItem::paste(app, Some("Pegar"))?,
            &PredefinedMenuItem::select_all(app, Some("Seleccionar todo"))?,
        ],
    )?)?;
    Ok(menu)
}

/// Puts this program, and with it every program that it starts, into a job that ends with it.
#[cfg(windows)]
fn end_programs_with_this_one() {
    let mut limits = win32job::ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    if let Ok(job) = win32job::Job::create_with_limit_info(&mut limits) {
        let _ = job.assign_current_process();
        // The job lasts as long as the handle, which the operating system closes when this program ends.
        std::mem::forget(job);
    }
}
