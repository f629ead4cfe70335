import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '../../components/confirm-dialog';

/** What a person is asked about before it is deleted permanently. */
export type Asked = { ids: readonly string[]; name?: string } | 'all';

export interface PurgeQuestionProps {
  asked: Asked;
  /** All documents in the trash. */
  count: number;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export function PurgeQuestion({ asked, count, isBusy, onClose, onConfirm }: PurgeQuestionProps) {
  const { t } = useLingui();
  const titleOf = ({ ids, name }: Exclude<Asked, 'all'>): string =>
    name === undefined
      ? t`${plural(ids.length, { one: 'Delete # document permanently?', other: 'Delete # documents permanently?' })}`
      : t`Delete “${name}” permanently?`;
  return (
    <ConfirmDialog
      isOpen
      {...{ onClose, isBusy, onConfirm }}
      title={asked === 'all' ? t`Empty trash?` : titleOf(asked)}
      action={asked === 'all' ? t`Empty trash` : t`Delete permanently`}
    >
      <p>
        {asked === 'all' ? (
          <Plural
            value={count}
            one="# document is deleted with its file and text. This cannot be undone."
            other="# documents are deleted with their files and texts. This cannot be undone."
          />
        ) : (
          <Trans>Their files and texts are deleted too. This cannot be undone.</Trans>
        )}
      </p>
    </ConfirmDialog>
  );
}
