/**
 * A certificate for 127.0.0.1 that no authority signed, valid until 2125, and its key:
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=127.0.0.1
 * -addext subjectAltName=IP:127.0.0.1`
 */
export const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUCWV2BSoxChyaUvfZZLdWkPIdq/EwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTE1NDYwNloYDzIxMjYxMDI4
MTU0NjA2WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASldrc/MuMNhegT6b3RORTj9Ajbqc+b0RMxnIZvWAkXRjbLZUSLBDj9
mTean1WMQTVPOU/5leXw1RNQ/NufffF/o2QwYjAdBgNVHQ4EFgQUYctWzd4/TTwy
4gZGICo0vxSCLc4wHwYDVR0jBBgwFoAUYctWzd4/TTwy4gZGICo0vxSCLc4wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IQDSn9UrwSHpkVK1+s6gdggCMfqy8QBArqtsOCph40D0NwIgGQcOAwPRAS1yA/3Q
5drLcMEOsAlmoIeSnw1KJnBkn4M=
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzr8bBhREzlWlVVhg
ggamDqYZy8hnhTdUKeDrFFP3xGOhRANCAASldrc/MuMNhegT6b3RORTj9Ajbqc+b
0RMxnIZvWAkXRjbLZUSLBDj9mTean1WMQTVPOU/5leXw1RNQ/NufffF/
-----END PRIVATE KEY-----`,
};
