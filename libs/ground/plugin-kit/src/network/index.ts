/** For the host and for the test host; not for plugins, which get `lookup` of the host. */
export { canonicalHost, hostsNamedIn } from './named-hosts.js';
export { lookupOf, PinnedHost } from './pinned-host.js';
