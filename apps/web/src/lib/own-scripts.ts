import { withoutBasePath } from './base-path';

/**
 * The policy of the pages lets scripts be started only through this trusted-types policy, which knows the files of the
 * build. `allowed` is part of an address.
 */
const OWN = /^\/(assets\/[\w.-]+\.m?js|sw\.js)$/;

function check(address: string): string {
  const url = new URL(address, location.origin);
  if (url.origin !== location.origin || !OWN.test(withoutBasePath(url.pathname)))
    throw new TypeError(`${url.pathname} is not ours`);
  return url.href;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): unknown;
  };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
// Made when it is first needed: a link loads this file too, and its pages allow no policy.
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The address of a file of the build, to start a worker with. */
export function ownScript(address: string): string {
  policy ??= trustedTypes?.createPolicy('archivolt', { createScriptURL: check });
  return (policy ? policy.createScriptURL(address) : check(address)) as string;
}
