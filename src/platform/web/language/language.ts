import type { I18n } from '@lingui/core'
import { chooseI18n, english, firstSpoken, type Language } from '#platform/contract/i18n.ts'
import { recall } from '../storage.ts'

/**
 * Writes every text from right to left and longer than in English, for tests and for whoever builds a screen. It is on no list:
 * `localStorage['signalbox.language'] = 'ar-XB'` chooses it.
 */
const pseudoLocale = 'ar-XB'

const isPseudo = recall('browser', 'signalbox.language') === pseudoLocale
const spoken: Language | typeof pseudoLocale = isPseudo
  ? pseudoLocale
  : (firstSpoken(navigator.languages) ?? 'en')

let texts: I18n = english

/** Loads the texts of the page, before anything is drawn. Without a network they are in English. */
export async function loadTexts(): Promise<void> {
  if (isPseudo) {
    const part = await import('./pseudo-locale.ts').catch(() => undefined)
    if (part) texts = part.createPseudoI18n(pseudoLocale, english)
  }
  chooseI18n(() => texts)
  document.documentElement.lang = spoken
  document.documentElement.dir = isPseudo ? 'rtl' : 'ltr'
}

/** For the provider of components that hold texts with elements. */
export const textsOfPage = (): I18n => texts
