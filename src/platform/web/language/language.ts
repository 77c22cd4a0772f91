import type { I18n } from '@lingui/core'
import { setDefaultOptions } from 'date-fns'
import {
  chooseI18n,
  createI18n,
  english,
  firstSpoken,
  languages,
  type Language,
} from '#platform/contract/i18n.ts'
import { recall, remember } from '../storage.ts'

/**
 * Pseudo language for tests and development: right to left, and longer than English. Unlisted:
 * `localStorage['signalbox.language'] = 'ar-XB'` chooses it.
 */
const pseudoLocale = 'ar-XB'
const key = 'signalbox.language'
/** True when an account chose the language: then it is not for the next user. */
const accountKey = 'signalbox.language-of-account'

const catalogues = {
  de: {
    signedOut: () => import('../../../locales/de/signed-out.json'),
    desk: () => import('../../../locales/de/desk.json'),
    distances: () => import('date-fns/locale/de').then(({ de }) => de),
  },
} as const

type Spoken = Language | typeof pseudoLocale

const chosen = (): Spoken | undefined => {
  const stored = recall('browser', key)
  return stored === pseudoLocale ? stored : languages.find((language) => language === stored)
}

const ofBrowser = () => firstSpoken(navigator.languages)

const spoken: Spoken = chosen() ?? ofBrowser() ?? 'en'
/** Leaves the parser of texts out. The build has compiled those with placeholders, and all others are their own words. */
const withoutParser = (found: I18n): I18n =>
  import.meta.env.PROD ? found.setMessagesCompiler((text) => [text]) : found

let texts: I18n = withoutParser(english)
let restOfTexts: Promise<void> | undefined

/** Locale of dates and numbers: the browser's (undefined) if it speaks the page's language, or without a choice. */
export const writtenLocale: string | undefined =
  ofBrowser() === spoken || chosen() === undefined || spoken === pseudoLocale ? undefined : spoken

async function loadRest(found: I18n, language: Exclude<Language, 'en'>): Promise<void> {
  const { desk, distances } = catalogues[language]
  const [rest, locale] = await Promise.all([desk(), distances()])
  found.load(language, rest.default)
  setDefaultOptions({ locale })
}

async function speak(): Promise<void> {
  if (spoken === pseudoLocale) {
    const { createPseudoI18n } = await import('./pseudo-locale.ts')
    texts = createPseudoI18n(pseudoLocale, english)
  } else if (spoken !== 'en') {
    const { signedOut } = catalogues[spoken]
    const found = withoutParser(createI18n(spoken))
    // Not awaited: they load while the server identifies the user.
    restOfTexts = loadRest(found, spoken)
    restOfTexts.catch(() => undefined)
    found.load(spoken, (await signedOut()).default)
    texts = found
  }
  chooseI18n(() => texts)
  document.documentElement.lang = spoken
  document.documentElement.dir = spoken === pseudoLocale ? 'rtl' : 'ltr'
}

/** Loads the texts of the signed-out page. Without a network the page is in English. */
export const loadTexts = (): Promise<void> => speak().catch(() => undefined)

/** Loads all other texts; await it before rendering them. */
export const loadDeskTexts = async (): Promise<void> => restOfTexts?.catch(() => undefined)

/** For the provider of components that hold texts with elements. */
export const textsOfPage = (): I18n => texts

function keep(choice: Language | null, isOfAccount: boolean): void {
  if (chosen() === pseudoLocale) return
  remember('browser', accountKey, isOfAccount ? 'yes' : '')
  if ((chosen() ?? null) === choice || !remember('browser', key, choice ?? '')) return
  if ((choice ?? ofBrowser() ?? 'en') !== spoken) location.reload()
}

/** Remembers the choice of the signed-out page, and reloads for another language. Without storage the page stays as it is. */
export const rememberLanguage = (choice: Language): void => keep(choice, false)

/** Does the same for the choice of an account. @param choice absent: forgets an earlier account's choice, and keeps this browser's */
export function rememberLanguageOfAccount(choice: Language | undefined): void {
  if (choice) keep(choice, true)
  else if (recall('browser', accountKey)) keep(null, false)
}
