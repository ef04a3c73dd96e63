/**
 * A certificate for `127.0.0.1` and `localhost` that no authority has signed, with its private key, for tests: no product may trust it unless it is told to.
 * Node cannot make certificates, and `openssl` is not installed everywhere.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgloGokZzyfbUJLDoU
xQ5yavpckENHuush5qloLTr4hJ6hRANCAAQBPaLTCvShA2+PqnPgEixHQzR11Mfx
mN31jvJjtqhaeNVNkU9coGOp6Baus/dkzYW1TDOk+bGVsn8lt1O0BWfL
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBtTCCAVugAwIBAgIUHXV3xV/R/sh/TXTdCr9osPzVxSIwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOcHJvdmVlZG9yLnRlc3QwIBcNMjYxMTI3MjM0OTAzWhgPMjEy
NjExMDMyMzQ5MDNaMBkxFzAVBgNVBAMMDnByb3ZlZWRvci50ZXN0MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEAT2i0wr0oQNvj6pz4BIsR0M0ddTH8Zjd9Y7yY7ao
WnjVTZFPXKBjqegWrrP3ZM2FtUwzpPmxlbJ/JbdTtAVny6N/MH0wHQYDVR0OBBYE
FFfbkhF1j24/CnVaCzxUHpSEfzcCMB8GA1UdIwQYMBaAFFfbkhF1j24/CnVaCzxU
HpSEfzcCMA8GA1UdEwEB/wQFMAMBAf8wKgYDVR0RBCMwIYIOcHJvdmVlZG9yLnRl
c3SCCWxvY2FsaG9zdIcEfwAAATAKBggqhkjOPQQDAgNIADBFAiEA8FSvN2oXR/rx
QCA4Jh/PyCHaCSA7hAuPY6llJNwrpg4CIFzB+Of6CIW0/ktv+y+Do0LgWQsYnUB/
gdxbXe3//bNX
-----END CERTIFICATE-----
`,
};

/** Another one, as the server of `selfSigned` may present it after a renewal: of `otro.test`, with another key. */
export const otherSelfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwuaNig3yOg9c1SEg
2Stk1OIxso9c4nMxZuK4dU+MPNuhRANCAAQOryjhmJFrydG6btKotYD2FMmFfbgc
XRk6VYKR+ZO77WeHkiNBCuHgvyl7J9iMu4SCnwsnm9SpZmFapkeKzuh6
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIB1jCCAXugAwIBAgIUKyevX1DcMvU5Y2Qrv6bWk9A2MrQwCgYIKoZIzj0EAwIw
MTESMBAGA1UEAwwJb3Ryby50ZXN0MRswGQYDVQQKDBJQcm92ZWVkb3IgcmVub3Zh
ZG8wIBcNMjYxMTMwMDcwODU5WhgPMjEyNjExMDYwNzA4NTlaMDExEjAQBgNVBAMM
CW90cm8udGVzdDEbMBkGA1UECgwSUHJvdmVlZG9yIHJlbm92YWRvMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEDq8o4ZiRa8nRum7SqLWA9hTJhX24HF0ZOlWCkfmT
u+1nh5IjQQrh4L8peyfYjLuEgp8LJ5vUqWZhWqZHis7oeqNvMG0wHQYDVR0OBBYE
FJt/gtBIlIwK/wcKOHOSOPS71d/6MB8GA1UdIwQYMBaAFJt/gtBIlIwK/wcKOHOS
OPS71d/6MA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJb3Ryby50ZXN0hwR/
AAABMAoGCCqGSM49BAMCA0kAMEYCIQC0mwKsuamDQKDVmaCeH0ajZpw3ev2Oy9/2
28YW0Zc/uwIhAOn/HZDBdHvIGZaIev95/yEjyhmp8cXwYlC0EXZWLUXO
-----END CERTIFICATE-----
`,
};
