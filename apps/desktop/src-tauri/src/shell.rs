//! What the shell knows while it runs.

use crate::mpv::process::Mpv;
use crate::settings::Settings;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use url::Url;

/// The kept settings and mpv.
pub struct Shell {
    file: PathBuf,
    settings: Mutex<Settings>,
    window_count: AtomicU64,
    pub(crate) mpv: Mpv,
}

impl Shell {
    /// Reads the settings from a file, which may not exist yet.
    pub fn new(file: PathBuf) -> Self {
        let settings = Mutex::new(Settings::read(&file));
        Self { file, settings, window_count: AtomicU64::new(0), mpv: Mpv::default() }
    }

    /// The origin of the kept server.
    pub fn kept_origin(&self) -> Option<String> {
        self.settings().origin
    }

    /// Whether an address belongs to the kept server.
    pub fn is_kept(&self, url: &Url) -> bool {
        self.kept_origin().is_some_and(|origin| url.origin().ascii_serialization() == origin)
    }

    pub(crate) fn settings(&self) -> Settings {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn keep(&self, settings: Settings) -> std::io::Result<()> {
        settings.write(&self.file)?;
        *self.settings.lock().unwrap_or_else(PoisonError::into_inner) = settings;
        Ok(())
    }

    /// A number that no window of this run has had.
    pub(crate) fn next_window(&self) -> u64 {
        self.window_count.fetch_add(1, Ordering::Relaxed) + 1
    }
}
