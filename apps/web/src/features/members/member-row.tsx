import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Badge } from '../../components/badge';
import { SelectField } from '../../components/select-field';
import { Time } from '../../components/time';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import type { MemberWithUserView } from '../../lib/api';
import { useRole } from '../session';
import { ConfirmOwnRole } from './confirm-own-role';
import { MemberMenu } from './member-menu';
import { useChangeRole } from './members.queries';
import { GIVEN_ROLES, ROLE_NAMES, type GivenRole } from './role-texts';

export function MemberRow({
  organizationId,
  member,
  isMe,
}: {
  organizationId: string;
  member: MemberWithUserView;
  isMe: boolean;
}) {
  const { t, i18n } = useLingui();
  const { canAdminister } = useRole(organizationId);
  const changeRole = useChangeRole(organizationId);
  const done = useDone();
  const showProblem = useShowProblem();
  const [ownRole, setOwnRole] = useState<GivenRole>();
  const { id: memberId, role: before, user } = member;

  const change = (role: GivenRole): void => {
    const undo = () => changeRole.mutateAsync({ memberId, role: before as GivenRole });
    changeRole.mutate(
      { memberId, role },
      {
        onError: showProblem,
        onSuccess: () => {
          if (!isMe) done(t`Role of ${user.name} changed.`, undo);
        },
      },
    );
  };

  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex items-center gap-2">
          <span dir="auto" className="truncate font-medium">
            {user.name || user.email}
          </span>
          {isMe ? (
            <Badge kind="info">
              <Trans>You</Trans>
            </Badge>
          ) : null}
        </p>
        <p dir="auto" className="truncate text-muted">
          {user.email}
        </p>
      </div>
      <p className="text-xs text-muted sm:w-36">
        <Trans>
          Joined <Time value={member.createdAt} />
        </Trans>
      </p>
      <div className="w-32">
        {canAdminister && before !== 'owner' ? (
          <SelectField
            label={t`Role of ${user.name}`}
            isLabelHidden
            value={before}
            options={GIVEN_ROLES.map((role) => ({ value: role, label: i18n._(ROLE_NAMES[role]) }))}
            onChange={({ target }) => {
              const role = target.value as GivenRole;
              if (isMe) setOwnRole(role);
              else change(role);
            }}
          />
        ) : (
          <p className="px-2">{i18n._(ROLE_NAMES[before])}</p>
        )}
      </div>
      <MemberMenu organizationId={organizationId} member={member} isMe={isMe} />
      <ConfirmOwnRole role={ownRole} onClose={() => setOwnRole(undefined)} onConfirm={change} />
    </li>
  );
}
