//! The commands that pages may call. The capability decides which window and which origin may call them; those of the
//! server's page compare the origin once more.

use crate::health::check_health;
use crate::mpv::commands::rewrite_line;
use crate::mpv::process::{OpenFailure, Report};
use crate::mpv::program::find_mpv;
use crate::server_address::{CLEAR_TEXT_QUESTION, ServerAddress, read_server_address};
use crate::shell::Shell;
use crate::window;
use serde::Serialize;
use std::sync::Arc;
use tauri::{Emitter, Runtime, State, WebviewWindow};

/// What became of an address that a person typed.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum KeepAnswer {
    Kept,
    /// The person has to accept a host in clear text first.
    Confirm {
        host: String,
        sentence: &'static str,
    },
    Refused {
        sentence: &'static str,
    },
}

/// A process of mpv that was started.
#[derive(Serialize)]
pub struct Opened {
    process: u64,
}

#[derive(Clone, Serialize)]
#[serde(untagged)]
enum Message {
    Line {
        origin: String,
        process: u64,
        line: String,
    },
    #[serde(rename_all = "camelCase")]
    Exit {
        origin: String,
        process: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        exit_code: Option<i32>,
    },
}

/// Gives the kept address, so that the bundled page shows it.
#[tauri::command]
pub fn read_server(shell: State<'_, Arc<Shell>>) -> Option<String> {
    shell.kept_origin()
}

/// Keeps the address that a person typed, if a Butaca answers there, and shows its page.
///
/// `confirmed_host` is the host that the person has just accepted in clear text.
#[tauri::command]
pub async fn keep_server<R: Runtime>(
    window: WebviewWindow<R>,
    shell: State<'_, Arc<Shell>>,
    text: String,
    confirmed_host: Option<String>,
) -> Result<KeepAnswer, ()> {
    let mut settings = shell.settings();
    let mut accepted = settings.confirmed_hosts.clone();
    accepted.extend(confirmed_host);
    let origin = match read_server_address(&text, &accepted) {
        ServerAddress::Refused(fault) => return Ok(KeepAnswer::Refused { sentence: fault.sentence() }),
        ServerAddress::Confirm { host, .. } => {
            return Ok(KeepAnswer::Confirm { host, sentence: CLEAR_TEXT_QUESTION });
        }
        ServerAddress::Ready { origin } => origin,
    };
    let asked = origin.clone();
    let health = tauri::async_runtime::spawn_blocking(move || check_health(&asked)).await;
    if let Some(fault) = health.map_err(drop)?.err() {
        return Ok(KeepAnswer::Refused { sentence: fault.sentence() });
    }
    if let Some(host) = origin.strip_prefix("http://") {
        settings.confirm(host.to_owned());
    }
    settings.origin = Some(origin.clone());
    if shell.keep(settings).is_err() {
        return Ok(KeepAnswer::Refused { sentence: "La dirección no se pudo guardar en este equipo." });
    }
    window::open_server_window(&window, &origin, None).map_err(drop)?;
    Ok(KeepAnswer::Kept)
}

/// Lets the person choose another server. The kept one stays until another is kept.
#[tauri::command]
pub async fn change_server<R: Runtime>(
    window: WebviewWindow<R>,
    shell: State<'_, Arc<Shell>>,
) -> Result<(), &'static str> {
    require_kept(&window, &shell)?;
    window::open_address_window(&window).map_err(|_| "window")
}

/// Starts mpv instead of the one that runs. What it reports comes as the events `mpv-line` and `mpv-exit`.
#[tauri::command]
pub async fn mpv_open<R: Runtime>(
    window: WebviewWindow<R>,
    shell: State<'_, Arc<Shell>>,
) -> Result<Opened, OpenFailure> {
    let origin = require_kept(&window, &shell).map_err(|_| OpenFailure::REFUSED)?;
    let tell = move |process, report| {
        let origin = origin.clone();
        let (event, message) = match report {
            Report::Line(line) => ("mpv-line", Message::Line { origin, process, line }),
            Report::Exit(exit_code) => ("mpv-exit", Message::Exit { origin, process, exit_code }),
        };
        // Fails only when the window is gone, and mpv is closed then.
        let _ = window.emit_to(window.label(), event, message);
    };
    shell.mpv.open(find_mpv(), tell).await.map(|process| Opened { process })
}

/// Passes a line on to mpv, if the command in it is allowed.
#[tauri::command]
pub async fn mpv_send<R: Runtime>(
    window: WebviewWindow<R>,
    shell: State<'_, Arc<Shell>>,
    process: u64,
    line: String,
) -> Result<(), &'static str> {
    let origin = require_kept(&window, &shell)?;
    let line = rewrite_line(&line, &origin)?;
    shell.mpv.send(process, &line).await
}

/// Ends mpv; answers when the process is gone. Harmless when there is none.
#[tauri::command]
pub async fn mpv_close<R: Runtime>(
    window: WebviewWindow<R>,
    shell: State<'_, Arc<Shell>>,
) -> Result<(), &'static str> {
    require_kept(&window, &shell)?;
    shell.mpv.close().gone().await;
    Ok(())
}

/// The kept origin, when the window shows a page of it.
fn require_kept<R: Runtime>(window: &WebviewWindow<R>, shell: &Shell) -> Result<String, &'static str> {
    let url = window.url().map_err(|_| "origin")?;
    let origin = url.origin().ascii_serialization();
    if shell.is_kept(&url) { Ok(origin) } else { Err("origin") }
}
