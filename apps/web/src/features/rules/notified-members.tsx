import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '../../components/checkbox';
import { SelectField } from '../../components/select-field';
import { members } from '../members';
import type { FollowUp } from './rules';

const CERTAIN = 'certain';

/** Who gets the mail: everyone with a role or a higher one, or certain members. */
export function NotifiedMembers({
  organizationId,
  value,
  onChange,
}: {
  organizationId: string;
  value: FollowUp;
  onChange: (followUp: FollowUp) => void;
}) {
  const { t } = useLingui();
  const { data: list = [] } = useQuery(members(organizationId));
  const chosen = value.userIds;
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={t`Who gets the e-mail`}
        value={chosen ? CERTAIN : (value.role ?? 'owner')}
        options={[
          { value: 'viewer', label: t`All members` },
          { value: 'member', label: t`All members except viewers` },
          { value: 'admin', label: t`The owner and the admins` },
          { value: 'owner', label: t`The owner` },
          { value: CERTAIN, label: t`Selected members` },
        ]}
        onChange={({ target }) =>
          onChange(
            target.value === CERTAIN
              ? { kind: 'notify', userIds: [] }
              : { kind: 'notify', role: target.value as NonNullable<FollowUp['role']> },
          )
        }
      />
      {chosen ? (
        <fieldset>
          <legend className="text-sm font-medium">
            <Trans>Members who get the e-mail</Trans>
          </legend>
          <div className="flex max-h-48 flex-wrap gap-3 overflow-y-auto">
            {list.map(({ userId, user }) => (
              <Checkbox
                key={userId}
                checked={chosen.includes(userId)}
                onChange={({ target }) =>
                  onChange({
                    kind: 'notify',
                    userIds: target.checked ? [...chosen, userId] : chosen.filter((one) => one !== userId),
                  })
                }
              >
                <bdi>{user.name}</bdi>
              </Checkbox>
            ))}
          </div>
        </fieldset>
      ) : null}
    </div>
  );
}
