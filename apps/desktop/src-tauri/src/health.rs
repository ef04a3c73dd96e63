//! Asks an address whether a Butaca answers there, before the address is kept. The program itself asks, because the
//! bundled page has another origin and could not read the answer.

use serde::Deserialize;
use std::time::Duration;
use ureq::tls::{RootCerts, TlsConfig};

/// Why an address is not that of a Butaca that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing answers in time.
    Silent,
    /// What answers shows a certificate that this computer does not trust, has expired or is for another name.
    Certificate,
    /// What answers speaks no TLS, or none that this program speaks.
    Insecure,
    /// Something else answers.
    Other,
}

#[derive(Deserialize)]
struct Health {
    product: String,
}

const LONGEST_WAIT: Duration = Duration::from_secs(10);
const LARGEST_ANSWER_BYTES: u64 = 64 * 1024;

impl Fault {
    /// What a person reads about the fault, in Spanish.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Silent => {
                "El servidor no responde. Comprueba la dirección y que el servidor esté encendido."
            }
            Self::Certificate => {
                "El certificado del servidor no es válido, y no se ha enviado nada. Comprueba la dirección o avisa a quien lleva el servidor."
            }
            Self::Insecure => {
                "El servidor no tiene una conexión segura. Si es el tuyo y no la tiene, escribe http:// delante."
            }
            Self::Other => "En esta dirección no hay un servidor de Butaca.",
        }
    }
}

/// Asks `/api/health` of an origin whether a Butaca answers. Redirections are not followed: the origin is what is kept.
pub fn check_health(origin: &str) -> Result<(), Fault> {
    check_health_within(origin, LONGEST_WAIT)
}

fn check_health_within(origin: &str, longest_wait: Duration) -> Result<(), Fault> {
    let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(longest_wait))
        .max_redirects(0)
        .tls_config(tls)
        .build()
        .new_agent();
    let mut answer = agent.get(format!("{origin}/api/health")).call().map_err(read_error)?;
    if answer.status() != 200 {
        return Err(Fault::Other);
    }
    let body = answer.body_mut().with_config().limit(LARGEST_ANSWER_BYTES).read_to_vec();
    match serde_json::from_slice::<Health>(&body.map_err(read_error)?) {
        Ok(health) if health.product == "butaca" => Ok(()),
        _ => Err(Fault::Other),
    }
}

fn read_error(error: ureq::Error) -> Fault {
    match error {
        ureq::Error::Rustls(error) => read_tls_error(&error),
        ureq::Error::Tls(_) => Fault::Insecure,
        // A failed handshake comes as an error of the connection, with its reason inside.
        ureq::Error::Io(error) => {
            let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
            tls.map_or(Fault::Silent, read_tls_error)
        }
        ureq::Error::Timeout(_) | ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => Fault::Silent,
        _ => Fault::Other,
    }
}

fn read_tls_error(error: &rustls::Error) -> Fault {
    match error {
        rustls::Error::InvalidCertificate(_) | rustls::Error::NoCertificatesPresented => Fault::Certificate,
        _ => Fault::Insecure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;

    /// The origin of a server that answers its first connection with these bytes, and ends it.
    fn serve(answer: Vec<u8>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            let (mut connection, _) = listener.accept().unwrap();
            let _ = connection.read(&mut [0; 4096]);
            let _ = connection.write_all(&answer);
        });
        origin
    }

    fn http(status: &str, headers: &str, body: &str) -> Vec<u8> {
        let length = body.len();
        format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}")
            .into_bytes()
    }

    #[test]
    fn accepts_the_answer_of_a_butaca() {
        let origin = serve(http("200 OK", "", r#"{"status":"ok","product":"butaca"}"#));
        assert_eq!(check_health(&origin), Ok(()));
    }

    #[test]
    fn refuses_other_products_pages_failures_and_redirections() {
        for answer in [
            http("200 OK", "", r#"{"status":"ok","product":"otro"}"#),
            http("200 OK", "", r#"{"status":"ok"}"#),
            http("200 OK", "", "<!doctype html><title>Otra página</title>"),
            http("500 Internal Server Error", "", r#"{"product":"butaca"}"#),
            http("302 Found", "location: https://tv.ejemplo.com/api/health\r\n", ""),
            b"SSH-2.0-OpenSSH_9.2\r\n".to_vec(),
        ] {
            let text = String::from_utf8_lossy(&answer).into_owned();
            assert_eq!(check_health(&serve(answer)), Err(Fault::Other), "{text}");
        }
    }

    #[test]
    fn reads_no_more_of_an_answer_than_its_limit() {
        let padding = " ".repeat(LARGEST_ANSWER_BYTES as usize);
        let origin = serve(http("200 OK", "", &format!(r#"{{"product":"butaca"}}{padding}"#)));
        assert_eq!(check_health(&origin), Err(Fault::Other));
    }

    #[test]
    fn says_that_nothing_answers_where_nobody_listens() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        drop(listener);
        assert_eq!(check_health(&origin), Err(Fault::Silent));
    }

    #[test]
    fn does_not_wait_longer_than_its_limit() {
        // Accepts connections, by the system's queue, and never answers.
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        assert_eq!(check_health_within(&origin, Duration::from_millis(50)), Err(Fault::Silent));
    }

    #[test]
    fn tells_an_invalid_certificate_from_other_faults_of_a_handshake() {
        let invalid = || rustls::Error::InvalidCertificate(rustls::CertificateError::Expired);
        let wrapped = |error| ureq::Error::Io(std::io::Error::new(std::io::ErrorKind::InvalidData, error));
        assert_eq!(read_error(ureq::Error::Rustls(invalid())), Fault::Certificate);
        assert_eq!(read_error(wrapped(invalid())), Fault::Certificate);
        assert_eq!(read_error(wrapped(rustls::Error::HandshakeNotComplete)), Fault::Insecure);
    }

    #[test]
    fn tells_a_server_without_tls_from_one_that_is_silent() {
        let origin = serve(b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec()).replace("http://", "https://");
        assert_eq!(check_health(&origin), Err(Fault::Insecure));
    }
}
