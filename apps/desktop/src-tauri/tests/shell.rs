//! Which page may call which command: the shell's own capabilities, with a window that only pretends to show a page.

use butaca_shell::{Shell, open_server_window, with_commands};
use serde_json::{Value, json};
use std::sync::Arc;
use tauri::ipc::{CallbackFn, InvokeBody};
use tauri::test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder};
use tauri::webview::InvokeRequest;
use tauri::{App, Manager, WebviewWindow};

const ORIGIN: &str = "https://tv.ejemplo.com";
/// An address in clear text, with a port, and addresses without a name.
const OTHER_ORIGINS: [&str; 3] = ["http://casa.lan:3000", "https://[2001:db8::1]:8443", "https://[::1]"];
const COMMANDS: [&str; 5] = ["mpv_open", "mpv_send", "mpv_close", "change_server", "plugin:event|listen"];

/// The shell with a kept server.
fn start(origin: &str) -> (App<MockRuntime>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ajustes.json");
    let host = origin.split_once("://").unwrap().1;
    std::fs::write(&file, json!({ "origin": origin, "confirmedHosts": [host] }).to_string()).unwrap();
    let app = with_commands(mock_builder()).build(tauri::generate_context!()).unwrap();
    app.manage(Arc::new(Shell::new(file)));
    (app, folder)
}

fn server_window(app: &App<MockRuntime>) -> WebviewWindow<MockRuntime> {
    let mut windows = app.webview_windows().into_values();
    windows.find(|window| window.label().starts_with("server-")).unwrap()
}

fn call(window: &WebviewWindow<MockRuntime>, from: &str, command: &str) -> Result<(), String> {
    let request = InvokeRequest {
        cmd: command.into(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: format!("{from}/").parse().unwrap(),
        body: InvokeBody::Json(json!({
            "process": 1,
            "line": r#"{"command":["stop"],"request_id":1}"#,
            "event": "mpv-line",
            "target": { "kind": "Any" },
            "handler": 1,
            "text": "tv.ejemplo.com",
        })),
        headers: Default::default(),
        invoke_key: INVOKE_KEY.to_string(),
    };
    get_ipc_response(window, request).map(drop).map_err(|error: Value| error.to_string())
}

fn is_not_allowed(answer: &Result<(), String>) -> bool {
    answer.as_ref().is_err_and(|error| error.contains("not allowed"))
}

#[test]
fn lets_a_page_of_the_kept_server_call_the_bridge_s_commands() {
    for origin in OTHER_ORIGINS.into_iter().chain([ORIGIN]) {
        let (app, _folder) = start(origin);
        open_server_window(&app, origin, None).unwrap();
        let window = server_window(&app);
        // `change_server` closes the window, so it is called last.
        for command in ["mpv_close", "mpv_send", "plugin:event|listen"] {
            let answer = call(&window, origin, command);
            assert!(!is_not_allowed(&answer), "{origin} {command}: {answer:?}");
        }
    }
}

#[test]
fn lets_no_page_of_another_origin_call_any_command() {
    let (app, _folder) = start(ORIGIN);
    open_server_window(&app, ORIGIN, None).unwrap();
    let window = server_window(&app);
    for origin in [
        "https://otro.ejemplo.com",
        "http://tv.ejemplo.com",
        "https://tv.ejemplo.com:444",
        "https://tv.ejemplo.com.otro.com",
        "https://a.tv.ejemplo.com",
        "https://www.youtube-nocookie.com",
        "tauri://localhost",
    ] {
        for command in COMMANDS {
            let answer = call(&window, origin, command);
            assert!(is_not_allowed(&answer), "{origin} {command}: {answer:?}");
        }
    }
}

#[test]
fn takes_signs_in_the_name_of_a_server_as_they_are() {
    let (app, _folder) = start("https://*.ejemplo.com");
    open_server_window(&app, "https://*.ejemplo.com", None).unwrap();
    let window = server_window(&app);
    assert!(!is_not_allowed(&call(&window, "https://*.ejemplo.com", "plugin:event|listen")));
    let answer = call(&window, ORIGIN, "plugin:event|listen");
    assert!(is_not_allowed(&answer), "{answer:?}");
}

#[test]
fn lets_the_page_of_the_server_call_nothing_but_the_bridge_s_commands() {
    let (app, _folder) = start(ORIGIN);
    open_server_window(&app, ORIGIN, None).unwrap();
    let window = server_window(&app);
    for command in [
        "keep_server",
        "read_server",
        "plugin:event|emit",
        "plugin:event|emit_to",
        "plugin:app|version",
        "plugin:opener|open_url",
        "plugin:path|resolve_directory",
        "plugin:webview|create_webview_window",
        "plugin:window|set_title",
    ] {
        let answer = call(&window, ORIGIN, command);
        assert!(answer.is_err(), "{command} was answered");
    }
}

#[test]
fn takes_the_functions_from_the_page_of_a_server_that_was_left() {
    let (app, _folder) = start(ORIGIN);
    open_server_window(&app, ORIGIN, None).unwrap();
    open_server_window(&app, OTHER_ORIGINS[0], None).unwrap();
    let newest = app.webview_windows().into_values().max_by_key(|window| window.label().to_owned());
    for command in COMMANDS {
        let answer = call(newest.as_ref().unwrap(), ORIGIN, command);
        assert!(is_not_allowed(&answer), "{command}: {answer:?}");
    }
}

#[test]
fn refuses_commands_of_a_page_that_is_not_kept_even_with_a_capability() {
    let (app, _folder) = start(ORIGIN);
    open_server_window(&app, OTHER_ORIGINS[0], None).unwrap();
    let window = server_window(&app);
    for command in ["mpv_open", "mpv_send", "mpv_close", "change_server"] {
        let answer = call(&window, OTHER_ORIGINS[0], command);
        assert!(answer.is_err() && !is_not_allowed(&answer), "{command}: {answer:?}");
    }
}
