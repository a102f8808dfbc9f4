/**
 * PEM certificate that every SAML module shows as the one that signs its requests. Node cannot make certificates, and
 * nothing is ever signed with it, so one fixed certificate (without its key) serves all routes.
 */
export const requestSigningCertificate = `-----BEGIN CERTIFICATE-----
MIIBjTCCATOgAwIBAgIUQCOeFnZBQ14ReXOQqDTidQhq1rgwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQc2FtbC5leGFtcGxlLmNvbTAgFw0yNjExMjEwMTE5MjRaGA8y
MTI2MTAyODAxMTkyNFowGzEZMBcGA1UEAwwQc2FtbC5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABB9dIwCUkZnQAbiCcC6nI1z8Zt9OAuPzIGQb
Kc83Jb5JYEVa+28vUjXWMW3Uw24t0iMkKoT8MtcsibCIBKE5lPmjUzBRMB0GA1Ud
DgQWBBSo7Tf+dCFvIqgBdPTsC0GseQVaWzAfBgNVHSMEGDAWgBSo7Tf+dCFvIqgB
dPTsC0GseQVaWzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIFww
tJEWhiVI7qtW760jy8jc3fYK8okifDeQx9jLMkbRAiEAvqeJV/E6W5gvEqXqcSLb
rpSqnFXf7Uo5VZ8DXZCpZuc=
-----END CERTIFICATE-----
`;
