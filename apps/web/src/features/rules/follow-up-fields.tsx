import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../components/checkbox';
import { TextField } from '../../components/text-field';
import { followUpWord } from './rule-words';
import { NotifiedMembers } from './notified-members';
import { FOLLOW_UPS, newFollowUp, type FollowUp } from './rules';

/** What follows once for each document that a rule matches: each kind at most once. */
export function FollowUpFields({
  organizationId,
  value: followUps,
  error,
  canEdit,
  onChange,
}: {
  organizationId: string;
  value: readonly FollowUp[];
  error: string | undefined;
  canEdit: boolean;
  onChange: (followUps: FollowUp[]) => void;
}) {
  const { t, i18n } = useLingui();
  const replace = (followUp: FollowUp): void =>
    onChange(followUps.map((one) => (one.kind === followUp.kind ? followUp : one)));
  return (
    <fieldset className="flex flex-col gap-2" disabled={!canEdit}>
      <legend className="mb-2 text-sm font-medium">
        <Trans>What happens next</Trans>
      </legend>
      {FOLLOW_UPS.map((kind) => {
        const followUp = followUps.find((one) => one.kind === kind);
        return (
          <div key={kind} className="flex flex-col gap-2">
            <div>
              <Checkbox
                checked={followUp !== undefined}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...followUps, newFollowUp(kind)] : followUps.filter((one) => one.kind !== kind),
                  )
                }
              >
                {followUpWord(i18n, kind)}
              </Checkbox>
            </div>
            {followUp?.kind === 'notify' ? (
              <NotifiedMembers organizationId={organizationId} value={followUp} onChange={replace} />
            ) : null}
            {followUp?.kind === 'share-link' ? (
              <TextField
                label={t`Days until the link expires`}
                autoComplete="off"
                type="number"
                min={1}
                max={365}
                value={followUp.expiresInDays ?? ''}
                onChange={({ target }) =>
                  replace({ kind, ...(target.value !== '' && { expiresInDays: Number(target.value) }) })
                }
              />
            ) : null}
          </div>
        );
      })}
      <p className="text-xs text-muted">
        <Trans>
          Each happens once per document and cannot be undone. E-mails about documents that come in within a minute are
          combined.
        </Trans>
      </p>
      {error === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
