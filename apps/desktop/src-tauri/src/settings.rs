//! What the shell keeps between two starts: the address of the server, and the hosts that the person has accepted in
//! clear text.

use crate::server_address::{ServerAddress, read_server_address};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::path::Path;

/// The kept address and the hosts that were confirmed, with their port where it is not 80.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    pub origin: Option<String>,
    pub confirmed_hosts: Vec<String>,
}

const LARGEST_FILE_BYTES: u64 = 64 * 1024;
/// How many confirmed hosts are kept; the oldest is forgotten first.
const MOST_HOSTS: usize = 50;

impl Settings {
    /// Reads the settings. A file that is missing, unreadable or names no address of a server counts as empty, and the
    /// person is asked for the address again.
    pub fn read(file: &Path) -> Self {
        let settings = read_file(file).unwrap_or_default();
        let is_valid = settings.origin.as_ref().is_none_or(|origin| {
            let ready = ServerAddress::Ready { origin: origin.clone() };
            read_server_address(origin, &settings.confirmed_hosts) == ready
        });
        if is_valid { settings } else { Self::default() }
    }

    /// Writes the settings into a file that only its owner reads, whole or not at all.
    pub fn write(&self, file: &Path) -> io::Result<()> {
        let folder = file.parent().ok_or(io::ErrorKind::InvalidInput)?;
        std::fs::create_dir_all(folder)?;
        let mut written = tempfile::NamedTempFile::new_in(folder)?;
        written.write_all(&serde_json::to_vec(self)?)?;
        written.persist(file)?;
        Ok(())
    }

    /// Keeps that the person has accepted a host in clear text.
    pub fn confirm(&mut self, host: String) {
        self.confirmed_hosts.retain(|other| *other != host);
        self.confirmed_hosts.push(host);
        let surplus = self.confirmed_hosts.len().saturating_sub(MOST_HOSTS);
        self.confirmed_hosts.drain(..surplus);
    }
}

fn read_file(file: &Path) -> Option<Settings> {
    let mut text = Vec::new();
    std::fs::File::open(file).ok()?.take(LARGEST_FILE_BYTES).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_address_and_the_confirmed_hosts() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("nueva/ajustes.json");
        let mut settings = Settings::read(&file);
        assert_eq!(settings, Settings::default());
        settings.confirm("casa.lan:3000".into());
        settings.origin = Some("http://casa.lan:3000".into());
        settings.write(&file).unwrap();
        assert_eq!(Settings::read(&file), settings);
    }

    #[cfg(unix)]
    #[test]
    fn lets_nobody_else_read_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ajustes.json");
        Settings::default().write(&file).unwrap();
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o077, 0);
    }

    #[test]
    fn asks_again_when_the_file_names_no_address_that_may_be_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ajustes.json");
        for text in [
            r#"{"origin":"http://casa.lan","confirmedHosts":[]}"#,
            r#"{"origin":"http://casa.lan:81","confirmedHosts":["casa.lan"]}"#,
            r#"{"origin":"https://tv.ejemplo.com/otra","confirmedHosts":[]}"#,
            r#"{"origin":"file:///etc/passwd","confirmedHosts":[]}"#,
            r#"{"origin":"tv.ejemplo.com","confirmedHosts":[]}"#,
            r#"{"origin":7}"#,
            "{",
        ] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(Settings::read(&file), Settings::default(), "{text}");
        }
    }

    #[test]
    fn forgets_the_oldest_of_too_many_hosts() {
        let mut settings = Settings::default();
        for number in 0..=MOST_HOSTS {
            settings.confirm(format!("{number}.lan"));
        }
        assert_eq!(settings.confirmed_hosts.len(), MOST_HOSTS);
        assert_eq!(settings.confirmed_hosts[0], "1.lan");
    }
}
