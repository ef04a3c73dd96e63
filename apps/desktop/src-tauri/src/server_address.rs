//! Makes sense of the address of a Butaca server, as a person types or pastes it, in the same way as
//! `packages/bridge/src/server-address.ts`; the tests of both read `packages/bridge/test/server-addresses.json`.
//!
//! Only the origin is kept: Butaca is served from the root of its host. An address without a scheme is taken as https;
//! http is for hosts that the person has confirmed, because everything sent to them can be read on the way.

use url::Url;

/// Why a text is no address of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Empty,
    TooLong,
    Characters,
    Credentials,
    Scheme,
    Unreadable,
    Path,
    Query,
}

/// What a text means as the address of a server.
#[derive(Debug, PartialEq, Eq)]
pub enum ServerAddress {
    Ready {
        origin: String,
    },
    /// The address is in clear text and its host is not confirmed.
    Confirm {
        origin: String,
        host: String,
    },
    Refused(Fault),
}

/// The question before an address in clear text is kept.
pub const CLEAR_TEXT_QUESTION: &str = "No es segura. ¿Continuar?";

/// The longest host name has 253 characters; scheme, port and a path of Butaca's own add a few.
const LONGEST_ADDRESS: usize = 300;

impl Fault {
    /// What a person reads about the fault, in Spanish.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Empty => "Escribe la dirección del servidor.",
            Self::TooLong => {
                "La dirección es demasiado larga. Escribe solo el nombre del servidor, como https://tv.ejemplo.com."
            }
            Self::Characters => {
                "La dirección tiene espacios o caracteres que no puede tener. Escríbela sin ellos."
            }
            Self::Credentials => {
                "La dirección no puede tener usuario ni contraseña. Quita lo que va antes de la arroba (@)."
            }
            Self::Scheme => "La dirección tiene que empezar por https://.",
            Self::Unreadable => "Esto no es una dirección. Escríbela como https://tv.ejemplo.com.",
            Self::Path => {
                "La dirección no es de Butaca. Escribe solo el servidor, sin nada detrás del nombre."
            }
            Self::Query => {
                "La dirección no es de Butaca. Quita lo que va desde el signo de interrogación (?)."
            }
        }
    }
}

/// Reads the address of a server from what a person typed.
///
/// `confirmed_hosts` are hosts, with their port where it is not 80, that the person accepted in clear text.
pub fn read_server_address(text: &str, confirmed_hosts: &[String]) -> ServerAddress {
    match read_url(text) {
        Err(fault) => ServerAddress::Refused(fault),
        Ok(url) => {
            let origin = url.origin().ascii_serialization();
            let host = origin.split_once("://").map_or("", |(_, host)| host).to_owned();
            if url.scheme() == "https" || confirmed_hosts.contains(&host) {
                ServerAddress::Ready { origin }
            } else {
                ServerAddress::Confirm { origin, host }
            }
        }
    }
}

fn read_url(text: &str) -> Result<Url, Fault> {
    let typed = text.trim_matches(is_space);
    if typed.is_empty() {
        return Err(Fault::Empty);
    }
    if typed.encode_utf16().count() > LONGEST_ADDRESS {
        return Err(Fault::TooLong);
    }
    if typed.contains(is_forbidden) {
        return Err(Fault::Characters);
    }
    let (scheme, rest) = match split_scheme(typed, "://") {
        Some((scheme, rest)) => (Some(scheme.to_ascii_lowercase()), rest),
        None => (None, typed),
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err(Fault::Credentials);
    }
    match scheme.as_deref() {
        Some("https" | "http") => {}
        Some(_) => return Err(Fault::Scheme),
        // `mailto:…` and `https:…` without slashes; in `tv.ejemplo.com:8443` a port follows the colon.
        None => match split_scheme(typed, ":") {
            Some((_, rest)) if !rest.starts_with(|first: char| first.is_ascii_digit()) => {
                return Err(Fault::Scheme);
            }
            _ => {}
        },
    }
    if authority.is_empty() || authority.contains('%') {
        return Err(Fault::Unreadable);
    }
    read_own_url(&format!("{}://{rest}", scheme.as_deref().unwrap_or("https")))
}

/// Reads an address whose path and fragment are those of Butaca's own pages.
fn read_own_url(address: &str) -> Result<Url, Fault> {
    let url = Url::parse(address).map_err(|_| Fault::Unreadable)?;
    if url.host_str().is_none_or(str::is_empty) || url.port() == Some(0) {
        return Err(Fault::Unreadable);
    }
    let before_fragment = address.split('#').next().unwrap_or_default();
    if before_fragment.contains('?') {
        return Err(Fault::Query);
    }
    let is_own_path = matches!(url.path(), "/" | "/index.html");
    let is_own_fragment = url.fragment().is_none_or(|route| route.is_empty() || route.starts_with('/'));
    if is_own_path && is_own_fragment { Ok(url) } else { Err(Fault::Path) }
}

/// Splits a text at its first separator, when what is before it has the form of a scheme.
fn split_scheme<'a>(text: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    let (scheme, rest) = text.split_once(separator)?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|one| one.is_ascii_alphanumeric() || "+.-".contains(one));
    is_scheme.then_some((scheme, rest))
}

/// What JavaScript counts as white space, so that both readers trim the same characters.
fn is_space(one: char) -> bool {
    (one.is_whitespace() && one != '\u{85}') || one == '\u{feff}'
}

fn is_forbidden(one: char) -> bool {
    is_space(one) || one.is_control() || is_invisible(one) || "\\<>\"'`{}|^".contains(one)
}

/// Unicode's format characters (`Cf`), which nobody sees in an address.
fn is_invisible(one: char) -> bool {
    matches!(
        u32::from(one),
        0xAD | 0x600..=0x605
            | 0x61C
            | 0x6DD
            | 0x70F
            | 0x890..=0x891
            | 0x8E2
            | 0x180E
            | 0x200B..=0x200F
            | 0x202A..=0x202E
            | 0x2060..=0x2064
            | 0x2066..=0x206F
            | 0xFEFF
            | 0xFFF9..=0xFFFB
            | 0x110BD
            | 0x110CD
            | 0x13430..=0x1343F
            | 0x1BCA0..=0x1BCA3
            | 0x1D173..=0x1D17A
            | 0xE0001
            | 0xE0020..=0xE007F
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn read_table() -> Vec<Value> {
        let table = include_str!("../../../../packages/bridge/test/server-addresses.json");
        serde_json::from_str(table).unwrap()
    }

    fn name(address: &ServerAddress) -> (&'static str, Option<&str>, Option<&'static str>) {
        match address {
            ServerAddress::Ready { origin } => ("ready", Some(origin), None),
            ServerAddress::Confirm { origin, .. } => ("confirm", Some(origin), None),
            ServerAddress::Refused(fault) => ("refused", None, Some(fault_name(*fault))),
        }
    }

    fn fault_name(fault: Fault) -> &'static str {
        match fault {
            Fault::Empty => "empty",
            Fault::TooLong => "too_long",
            Fault::Characters => "characters",
            Fault::Credentials => "credentials",
            Fault::Scheme => "scheme",
            Fault::Unreadable => "unreadable",
            Fault::Path => "path",
            Fault::Query => "query",
        }
    }

    #[test]
    fn reads_every_text_of_the_shared_table_as_the_page_does() {
        let table = read_table();
        assert!(table.len() > 40);
        for row in table {
            let text = row["text"].as_str().unwrap();
            let hosts: Vec<String> = row["confirmedHosts"]
                .as_array()
                .map(|hosts| hosts.iter().map(|host| host.as_str().unwrap().to_owned()).collect())
                .unwrap_or_default();
            let address = read_server_address(text, &hosts);
            let expected = (row["status"].as_str().unwrap(), row["origin"].as_str(), row["fault"].as_str());
            assert_eq!(name(&address), expected, "{text:?}");
        }
    }

    #[test]
    fn asks_about_clear_text_for_one_host_with_its_port() {
        assert_eq!(
            read_server_address("http://casa.lan:3000", &[]),
            ServerAddress::Confirm { origin: "http://casa.lan:3000".into(), host: "casa.lan:3000".into() }
        );
    }

    #[test]
    fn refuses_a_text_that_is_too_long_for_an_address() {
        let text = format!("{}.", "a".repeat(60)).repeat(5);
        assert_eq!(read_server_address(&text, &[]), ServerAddress::Refused(Fault::TooLong));
    }

    #[test]
    fn keeps_the_registered_spelling_of_a_name_with_accents() {
        assert_eq!(
            read_server_address("televisión.ejemplo.com", &[]),
            ServerAddress::Ready { origin: "https://xn--televisin-d7a.ejemplo.com".into() }
        );
    }

    #[test]
    fn says_the_same_sentences_as_the_page() {
        let source = include_str!("../../../../packages/bridge/src/server-address.ts");
        assert!(source.contains(CLEAR_TEXT_QUESTION));
        for fault in [
            Fault::Empty,
            Fault::TooLong,
            Fault::Characters,
            Fault::Credentials,
            Fault::Scheme,
            Fault::Unreadable,
            Fault::Path,
            Fault::Query,
        ] {
            assert!(source.contains(&format!("'{}'", fault.sentence())), "{fault:?}");
        }
    }
}
