import { defineError } from '#ground/kernel';

export const PlanEntitlementNotEligible = defineError(
  'plan_entitlements.not_eligible',
  'invalid',
  'Plans do not exist on this server: every user has everything.',
);
export const PlanEntitlementNotFound = defineError(
  'plan_entitlements.not_found',
  'not_found',
  'There is no such plan entitlement.',
);
