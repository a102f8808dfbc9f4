/** The certificate of an identity provider that does not exist. Its key was never kept, so that nobody can sign in. */
const CERTIFICATE = [
  "MIIBizCCATGgAwIBAgIUaqt6ARqXv8ocO+2EFH+kCRD/FcAwCgYIKoZIzj0EAwIwGjEYMBYGA1UE",
  "AwwPaWRwLmV4YW1wbGUuY29tMCAXDTI2MTEyOTE2NDAxNVoYDzIxMjYxMTA1MTY0MDE1WjAaMRgw",
  "FgYDVQQDDA9pZHAuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATpuct7Q0R7",
  "f3a9TTd4RGoFTi1x1z51vWKVdxAlQ23Mmb28AIYJIDy8BAEvJsqf0PEsF37xJawOWvvN8sdiOzsN",
  "o1MwUTAdBgNVHQ4EFgQUDj11iMhu3zxuCtRa7y55xLRhGrAwHwYDVR0jBBgwFoAUDj11iMhu3zxu",
  "CtRa7y55xLRhGrAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBENlaOJhoUwIDp",
  "btoY9+lIvSE1NVkXvzXMe2/DTTP0UgIhAN3CvnE4nCpXSXHFRsU7BMqSxJRbN8YvnsCZa/iegolY",
].join("");

/** SAML metadata that a service may check: an EntityDescriptor with a certificate and an address for requests. */
export const IDP_METADATA = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com/metadata">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${CERTIFICATE}</X509Certificate></X509Data></KeyInfo>
    </KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/login"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;
