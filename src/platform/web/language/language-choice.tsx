import { i18n, languageNames, languages } from '#platform/contract/i18n.ts'
import { rememberLanguage } from './language.ts'

/** Offers the languages, each by its own name, to people without an account. */
export function LanguageChoice() {
  return (
    <div role="group" aria-label={i18n.t('Language')} className="flex gap-3">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className="link aria-pressed:font-medium aria-pressed:text-fg aria-pressed:no-underline"
          aria-pressed={i18n.locale === language}
          onClick={() => rememberLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  )
}
