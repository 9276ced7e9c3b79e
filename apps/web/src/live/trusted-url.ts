interface Policy {
  createScriptURL(url: string): string;
}
interface Policies {
  createPolicy(name: string, rules: Policy): Policy;
}

const policies = (globalThis as { readonly trustedTypes?: Policies }).trustedTypes;
/** The one policy that the headers of the page allow. It passes on addresses of our own files alone. */
const policy = policies?.createPolicy('cubit', {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`${url} is not of this origin.`);
    return url;
  },
});

/** The address of a worker, as browsers with Trusted Types take it. */
export function trustedUrl(url: string): string {
  return policy ? policy.createScriptURL(url) : url;
}
