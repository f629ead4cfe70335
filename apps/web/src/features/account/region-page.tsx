import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { DATE_FORMATS, FIRST_DAYS, NUMBER_FORMATS, useAppearance } from '../../lib/appearance';
import { formatNumber, formatTime } from '../../lib/format';
import { locale } from '../../lib/formats/conventions';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/i18n';
import { useChangeAppearance } from './account.queries';

/** How the pages write for this person. */
export function RegionPage(): ReactNode {
  const { t } = useLingui();
  const present = useAppearance();
  const change = useChangeAppearance();
  const now = formatTime(new Date().toISOString());
  const number = formatNumber(1_234_567.89);
  const field = (
    name: 'dateFormat' | 'firstDay' | 'language' | 'numberFormat' | 'timeZone',
    label: string,
    options: readonly { value: string; label: string }[],
  ): ReactNode => (
    <SelectField
      label={label}
      value={present[name]}
      options={[{ value: '', label: t`Same as browser` }, ...options]}
      onChange={({ target }) => change.mutate({ [name]: target.value })}
    />
  );
  return (
    <Page title={t`Language and region`}>
      {change.error ? <ErrorPanel error={change.error} /> : null}
      <Card>
        <div className="flex max-w-md flex-col gap-6">
          {field(
            'language',
            t`Language`,
            LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
          )}
          {field('dateFormat', t`Date format`, DATE_FORMATS.map(sameText))}
          {field('numberFormat', t`Number format`, NUMBER_FORMATS.map(sameText))}
          {field(
            'firstDay',
            t`First day of the week`,
            FIRST_DAYS.map((value) => ({ value, label: weekday(Number(value)) })),
          )}
          {field('timeZone', t`Time zone`, Intl.supportedValuesOf('timeZone').map(sameText))}
          <p className="text-sm" role="status">
            <Trans>
              It is {now}, and numbers look like {number}.
            </Trans>
          </p>
          <p className="text-xs text-muted">
            <Trans>Your other browsers use this too when you sign in there.</Trans>
          </p>
        </div>
      </Card>
    </Page>
  );
}

const sameText = (value: string): { value: string; label: string } => ({ value, label: value });

/** From 1 for Monday, which the fifth of January 2026 is. */
const weekday = (day: number): string =>
  new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 4 + day));
