import { useLingui } from '@lingui/react/macro';
import { SelectField } from '../components/select-field';
import { setAppearance, useAppearance, type Theme } from '../lib/appearance';
import { activateLanguage, LANGUAGE_NAMES, LANGUAGES } from '../lib/i18n';

/** For visitors, who have no account that remembers it: this browser does. */
export function LanguageAndTheme() {
  const { t, i18n } = useLingui();
  const { theme } = useAppearance();
  return (
    <div className="flex gap-2">
      <SelectField
        label={t`Language`}
        isLabelHidden
        value={i18n.locale}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={({ target: { value: language } }) => {
          setAppearance({ language });
          void activateLanguage(language);
        }}
      />
      <SelectField
        label={t`Theme`}
        isLabelHidden
        value={theme}
        options={[
          { value: 'system', label: t`Same as system` },
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
        ]}
        onChange={({ target }) => setAppearance({ theme: target.value as Theme })}
      />
    </div>
  );
}
