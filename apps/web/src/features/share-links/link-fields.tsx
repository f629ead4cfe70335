import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DateField } from '../../components/date-field';
import { SecretField } from '../../components/secret-field';
import { SelectField } from '../../components/select-field';
import { TextField } from '../../components/text-field';
import { newPassword } from '../../lib/secrets';
import { downloadLimit, EXPIRIES, type Expiry } from './share-links';

export interface LinkValues {
  /** `keep`: as it is. */
  expiry: Expiry | 'keep';
  /** `2026-07-03`. */
  date: string;
  /** Empty: none, or the present one. */
  password: string;
  /** As typed; empty: no limit. */
  maxDownloads: string;
}

export interface LinkFieldsProps {
  values: LinkValues;
  onChange: (change: Partial<LinkValues>) => void;
  /** The text of the choice that leaves the present expiry; without it there is none. */
  keepExpiry?: string;
  passwordHint: string;
  /** Of the server, by the name of the field. */
  problems: ReadonlyMap<string, string>;
  /** What belongs to the password. */
  children?: ReactNode;
}

/** When a link ends and who can use it, for a new and for a present one. */
export function LinkFields({ values, onChange, keepExpiry, passwordHint, problems, children }: LinkFieldsProps) {
  const { t } = useLingui();
  const names: Record<Expiry, string> = {
    1: t`In 24 hours`,
    7: t`In 7 days`,
    30: t`In 30 days`,
    date: t`On a date`,
    never: t`Never`,
  };
  const limit = downloadLimit(values.maxDownloads);
  return (
    <>
      <div className="flex flex-wrap gap-4 [&>*]:min-w-40 [&>*]:flex-1">
        <SelectField
          label={t`Expires`}
          value={values.expiry}
          error={problems.get('expiresAt')}
          options={[
            ...(keepExpiry === undefined ? [] : [{ value: 'keep', label: keepExpiry }]),
            ...EXPIRIES.map((value) => ({ value, label: names[value] })),
          ]}
          onChange={({ target }) => onChange({ expiry: target.value as LinkValues['expiry'] })}
        />
        {values.expiry === 'date' ? (
          <DateField label={t`Expires on`} isDraft value={values.date} onDate={(date) => onChange({ date })} />
        ) : null}
        <TextField
          label={t`Maximum downloads`}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t`No limit`}
          value={values.maxDownloads}
          error={limit === undefined ? t`Enter a whole number from 1 to 1,000,000.` : problems.get('maxDownloads')}
          onChange={({ target }) => onChange({ maxDownloads: target.value })}
        />
      </div>
      <SecretField
        label={t`Password`}
        hint={passwordHint}
        copyLabel={t`Copy password`}
        generate={newPassword}
        value={values.password}
        error={problems.get('password')}
        onChange={({ target }) => onChange({ password: target.value })}
        onGenerate={(password) => onChange({ password })}
      />
      {children}
    </>
  );
}

/** Whether the values can be sent. */
export const isComplete = ({ expiry, date, maxDownloads }: LinkValues): boolean =>
  (expiry !== 'date' || date !== '') && downloadLimit(maxDownloads) !== undefined;
