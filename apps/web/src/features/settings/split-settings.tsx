import { Trans, useLingui } from '@lingui/react/macro';
import type { UseFormRegister } from 'react-hook-form';
import { Checkbox } from '../../components/checkbox';
import { TextField } from '../../components/text-field';
import type { CodeSettingsView } from '../../lib/api';

/** The settings as fields show them: the separators as one text, with commas. */
export type CodeFields = Omit<CodeSettingsView, 'separators'> & { separators: string };

export const fieldsOf = (settings: CodeSettingsView): CodeFields => ({
  ...settings,
  separators: settings.separators.join(', '),
});

export const settingsOf = (fields: CodeFields): CodeSettingsView => ({
  ...fields,
  separators: fields.separators
    .split(',')
    .map((separator) => separator.trim())
    .filter((separator) => separator !== ''),
});

/** How stacks of documents are split. */
export function SplitSettings({
  register,
  isOwner,
  error,
}: {
  register: UseFormRegister<CodeFields>;
  isOwner: boolean;
  error: string | undefined;
}) {
  const { t } = useLingui();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">
        <Trans>Stacks of documents</Trans>
      </legend>
      <Checkbox disabled={!isOwner} {...register('canSplit')}>
        <Trans>Split new PDFs at separator sheets</Trans>
      </Checkbox>
      <div className="max-w-xl">
        <TextField
          label={t`Text on separator sheets`}
          hint={t`What the code on a sheet starts with, such as PATCHT. Separate several with commas.`}
          disabled={!isOwner}
          error={error}
          {...register('separators')}
        />
      </div>
      <Checkbox disabled={!isOwner} {...register('splitsAtArchiveNumbers')}>
        <Trans>Also start a document at each page with a new archive number</Trans>
      </Checkbox>
      <Checkbox disabled={!isOwner} {...register('keepsSeparators')}>
        <Trans>Keep separator sheets as the first page of the next document</Trans>
      </Checkbox>
      <Checkbox disabled={!isOwner} {...register('keepsSplitDocuments')}>
        <Trans>Keep the original too, instead of moving it to trash</Trans>
      </Checkbox>
    </fieldset>
  );
}
