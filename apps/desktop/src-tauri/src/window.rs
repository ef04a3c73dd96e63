//! The shell's window. Each server gets a window of its own, and a capability for its origin in that window alone: the
//! functions of the shell end with the window, and its history with them.

use crate::links::{Destination, choose_destination};
use crate::shell::Shell;
use std::sync::Arc;
use tauri::ipc::CapabilityBuilder;
use tauri::webview::{Color, DownloadEvent, NewWindowResponse, PageLoadEvent};
use tauri::{Manager, Runtime, Webview, WebviewUrl, WebviewWindow, WebviewWindowBuilder};
use url::Url;

/// What the page of the server may do: the bridge's functions for the desktop.
const SERVER_PERMISSIONS: [&str; 5] =
    ["allow-change-server", "allow-mpv-close", "allow-mpv-open", "allow-mpv-send", "core:event:allow-listen"];

/// The background of the page, which is shown before the page is drawn.
const GROUND: Color = Color(0x07, 0x08, 0x0d, 0xff);

/// Shows the bundled page, on which a person types the address of a server.
pub fn open_address_window<R: Runtime, M: Manager<R>>(manager: &M) -> tauri::Result<()> {
    let label = format!("address-{}", manager.state::<Arc<Shell>>().next_window());
    let builder = WebviewWindowBuilder::new(manager, &label, WebviewUrl::App("index.html".into()))
        .on_navigation(|url| matches!(url.scheme(), "tauri") || url.host_str() == Some("tauri.localhost"))
        .on_new_window(|_, _| NewWindowResponse::Deny);
    show_instead_of_others(manager, builder)
}

/// Shows the page of a server, at one of its routes, in a window whose functions are for that origin alone.
pub fn open_server_window<R: Runtime, M: Manager<R>>(
    manager: &M,
    origin: &str,
    route: Option<&str>,
) -> tauri::Result<()> {
    let label = format!("server-{}", manager.state::<Arc<Shell>>().next_window());
    let capability = SERVER_PERMISSIONS.into_iter().fold(
        CapabilityBuilder::new(label.clone()).local(false).remote(pattern_of(origin)).window(&label),
        CapabilityBuilder::permission,
    );
    manager.add_capability(capability)?;
    let address = address_of(origin, route)?;
    let (navigated, opened) = (origin.to_owned(), origin.to_owned());
    let builder = WebviewWindowBuilder::new(manager, &label, WebviewUrl::External(address))
        .on_navigation(move |url| match choose_destination(url, &navigated) {
            Destination::Window => true,
            Destination::Browser => {
                open_in_browser(url);
                false
            }
            Destination::Nowhere => false,
        })
        .on_new_window(move |url, _| {
            // A page of the server itself opens in the browser too: the shell has one window.
            if choose_destination(&url, &opened) != Destination::Nowhere {
                open_in_browser(&url);
            }
            NewWindowResponse::Deny
        })
        .on_download(|webview, event| match event {
            DownloadEvent::Requested { url, .. } => webview.state::<Arc<Shell>>().is_kept(&url),
            _ => true,
        })
        .on_page_load(|window, payload| {
            // The page that has started mpv is gone, and nobody would hear of its end.
            if payload.event() == PageLoadEvent::Started {
                drop(window.state::<Arc<Shell>>().mpv.close());
            }
        });
    show_instead_of_others(manager, builder)
}

/// Shows a route of the kept server's page, if it is shown.
pub fn show_route<R: Runtime, M: Manager<R>>(manager: &M, route: &str) {
    focus(manager);
    let Some(origin) = manager.state::<Arc<Shell>>().kept_origin() else { return };
    for window in server_windows(manager) {
        if let Ok(address) = address_of(&origin, Some(route)) {
            let _ = window.navigate(address);
        }
    }
}

/// Loads the page again; where it could not be loaded, a person has no other way to try again.
pub fn reload<R: Runtime, M: Manager<R>>(manager: &M) {
    for window in server_windows(manager) {
        let _ = window.reload();
    }
}

/// Brings the window to the front.
pub fn focus<R: Runtime, M: Manager<R>>(manager: &M) {
    for window in manager.webview_windows().values() {
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
}

fn server_windows<R: Runtime, M: Manager<R>>(manager: &M) -> impl Iterator<Item = WebviewWindow<R>> {
    manager.webview_windows().into_values().filter(|window| window.label().starts_with("server-"))
}

fn address_of(origin: &str, route: Option<&str>) -> tauri::Result<Url> {
    let address = match route {
        Some(route) => format!("{origin}/#{route}"),
        None => format!("{origin}/"),
    };
    Url::parse(&address).map_err(tauri::Error::InvalidUrl)
}

/// The pattern that matches an origin and nothing else: in a pattern, a colon before a name and signs such as `*` have
/// meanings of their own.
fn pattern_of(origin: &str) -> String {
    let (scheme, authority) = origin.split_once("://").unwrap_or_default();
    let port_at = authority.rfind(':').filter(|colon| !authority[*colon..].contains(']'));
    let (host, port) = authority.split_at(port_at.unwrap_or(authority.len()));
    let mut pattern = format!("{scheme}://");
    for one in host.chars() {
        if !one.is_alphanumeric() && !".-[]".contains(one) {
            pattern.push('\\');
        }
        pattern.push(one);
    }
    pattern + port
}

fn open_in_browser(url: &Url) {
    // What fails here is that the system has no browser; there is nobody to tell.
    let _ = tauri_plugin_opener::open_url(url.as_str(), None::<&str>);
}

/// Opens a window and closes every other one, with the mpv of its page.
fn show_instead_of_others<R: Runtime, M: Manager<R>>(
    manager: &M,
    builder: WebviewWindowBuilder<'_, R, M>,
) -> tauri::Result<()> {
    drop(manager.state::<Arc<Shell>>().mpv.close());
    let others = manager.webview_windows();
    let window = builder
        .title("Butaca")
        .inner_size(1280.0, 800.0)
        .min_inner_size(360.0, 480.0)
        // The page has its own way to take files that are dropped on it.
        .disable_drag_drop_handler()
        .build()?;
    // The page alone: the colours of the menu are those of the system.
    AsRef::<Webview<R>>::as_ref(&window).set_background_color(Some(GROUND))?;
    hide_menu_in_full_screen(&window)?;
    for other in others.into_values() {
        other.destroy()?;
    }
    Ok(())
}

/// A video in full screen has no menu above it. WebKitGTK makes the window itself full, and Tauri does not notice.
#[cfg(target_os = "linux")]
fn hide_menu_in_full_screen<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    use webkit2gtk::WebViewExt;
    let (entered, left) = (window.clone(), window.clone());
    window.with_webview(move |webview| {
        let webview = webview.inner();
        // `false` leaves the rest to WebKitGTK.
        webview.connect_enter_fullscreen(move |_| {
            let _ = entered.hide_menu();
            false
        });
        webview.connect_leave_fullscreen(move |_| {
            let _ = left.show_menu();
            false
        });
    })
}

/// A video in full screen has no menu above it.
#[cfg(not(target_os = "linux"))]
fn hide_menu_in_full_screen<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    let watched = window.clone();
    window.on_window_event(move |event| {
        if let tauri::WindowEvent::Resized(_) = event {
            let _ = match watched.is_fullscreen() {
                Ok(true) => watched.hide_menu(),
                _ => watched.show_menu(),
            };
        }
    });
    Ok(())
}
