import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useShowProblem } from '../../components/use-show-problem';
import { allProperties } from '../../lib/all-properties.queries';
import { ensureRole, type PropertyRole } from '../../lib/property-of-role.queries';
import type { Property } from './condition-targets';

/** Names of new properties, in the language of the person. */
const ROLE_WORDS = {
  correspondent: msg`Correspondent`,
  document_type: msg`Document type`,
  amount: msg`Amount`,
  currency: msg`Currency`,
  due_date: msg`Due date`,
  iban: msg`IBAN`,
  invoice_number: msg`Invoice number`,
  customer_number: msg`Customer number`,
} satisfies Record<PropertyRole, object>;

const PREFIX = 'role:';

export interface RoleTargets {
  /** What an organization has no property for yet. */
  targets: { value: string; label: string }[];
  isPending: boolean;
  /**
   * Calls `onChosen` with the target, and the properties that are known then. The property of a role is made when it is
   * chosen for the first time.
   */
  choose: (
    target: string,
    properties: readonly Property[],
    onChosen: (target: string, properties: readonly Property[]) => void,
  ) => void;
}

export function useRoleTargets(organizationId: string, properties: readonly Property[]): RoleTargets {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const showProblem = useShowProblem();
  const { mutate, isPending } = useMutation({
    mutationFn: (role: PropertyRole) => ensureRole(organizationId, role, wordOf(i18n, role)),
    onSuccess: () => client.invalidateQueries({ queryKey: allProperties(organizationId).queryKey }),
    onError: showProblem,
  });
  const missing = (Object.keys(ROLE_WORDS) as PropertyRole[]).filter(
    (role) => !properties.some((property) => property.role === role),
  );
  return {
    targets: missing.map((role) => ({ value: `${PREFIX}${role}`, label: wordOf(i18n, role) })),
    isPending,
    choose: (target, known, onChosen) => {
      const role = missing.find((one) => target === `${PREFIX}${one}`);
      if (role === undefined) onChosen(target, known);
      else
        mutate(role, {
          onSuccess: (property) => onChosen(`property:${property.id}`, [...known, property]),
        });
    },
  };
}

const wordOf = (i18n: I18n, role: PropertyRole): string => i18n._(ROLE_WORDS[role]);
