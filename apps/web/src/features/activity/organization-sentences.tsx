import { Trans, useLingui } from '@lingui/react/macro';
import type { EventName } from '../../lib/api';
import { ROLE_NAMES, type MemberRole } from '../members';
import type { Sentences } from './sentence';
import { Named, Person } from './subjects';

type OrganizationEvent = Extract<
  EventName,
  `invitation:${string}` | `member:${string}` | `organization:${string}` | `webhook:${string}`
>;

function RoleName({ role }: { role: MemberRole }) {
  const { i18n } = useLingui();
  return <>{i18n._(ROLE_NAMES[role])}</>;
}

const roleOf = (role: MemberRole) => <RoleName role={role} />;

export const ORGANIZATION_SENTENCES: Sentences<OrganizationEvent> = {
  'invitation:created': ({ role: given }, { who }) => {
    const role = roleOf(given);
    return (
      <Trans>
        {who} invited a person as {role}
      </Trans>
    );
  },
  'invitation:resent': (_data, { who }) => <Trans>{who} sent an invitation again</Trans>,
  'invitation:cancelled': (_data, { who }) => <Trans>{who} cancelled an invitation</Trans>,
  'invitation:accepted': (_data, { who }) => <Trans>{who} accepted an invitation</Trans>,
  'invitation:rejected': (_data, { who }) => <Trans>{who} declined an invitation</Trans>,
  'invitation:expired': () => <Trans>An invitation has expired</Trans>,
  'member:added': ({ userId, role: given }, { names }) => {
    const [person, role] = [<Person id={userId} names={names} />, roleOf(given)];
    return (
      <Trans>
        {person} joined as {role}
      </Trans>
    );
  },
  'member:removed': ({ userId }, { who, names }) => {
    const person = <Person id={userId} names={names} />;
    return (
      <Trans>
        {who} removed {person}
      </Trans>
    );
  },
  'member:role-changed': ({ userId, role: given, previousRole }, { who, names }) => {
    const person = <Person id={userId} names={names} />;
    const [role, before] = [roleOf(given), roleOf(previousRole)];
    return (
      <Trans>
        {who} changed the role of {person} from {before} to {role}
      </Trans>
    );
  },
  'organization:created': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} created the organization {name}
      </Trans>
    );
  },
  'organization:updated': ({ updatedFields }, { who }) =>
    updatedFields.includes('name') ? (
      <Trans>{who} renamed the organization</Trans>
    ) : (
      <Trans>{who} changed the settings</Trans>
    ),
  'organization:deleted': (_data, { who }) => <Trans>{who} deleted the organization</Trans>,
  'organization:restored': (_data, { who }) => <Trans>{who} restored the organization</Trans>,
  'organization:ownership-transferred': ({ userId }, { who, names }) => {
    const person = <Person id={userId} names={names} />;
    return (
      <Trans>
        {who} made {person} the owner
      </Trans>
    );
  },
  'webhook:created': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} created the webhook {name}
      </Trans>
    );
  },
  'webhook:updated': (_data, { who }) => <Trans>{who} changed a webhook</Trans>,
  'webhook:deleted': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} deleted the webhook {name}
      </Trans>
    );
  },
  'webhook:disabled': ({ name: given }) => {
    const name = <Named name={given} />;
    return <Trans>The server switched the webhook {name} off, because its deliveries had failed for a long time</Trans>;
  },
};
