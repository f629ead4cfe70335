interface DomainRules {
  allowedEmailDomains: readonly string[];
  forbiddenEmailDomains: readonly string[];
}

/**
 * Returns whether an account may be made for this address. A forbidden domain is forbidden even when it is also
 * allowed.
 */
export function isEmailDomainAllowed(
  email: string,
  { allowedEmailDomains, forbiddenEmailDomains }: DomainRules,
): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const lists = (domains: readonly string[]) =>
    domains.some((entry) => entry.toLowerCase().replace(/^@/, '') === domain);
  if (lists(forbiddenEmailDomains)) return false;
  return allowedEmailDomains.length === 0 || lists(allowedEmailDomains);
}
