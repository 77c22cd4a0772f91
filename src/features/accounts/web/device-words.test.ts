import { expect, test } from 'vitest'
import { deviceWords, isHandheld } from './device-words.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome on Windows',
    false,
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
    false,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', false],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
    'Safari on macOS',
    false,
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
    true,
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`,
    'Headless Chrome on Linux',
    false,
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Ubuntu Chromium/140.0.0.0 Chrome/140.0.0.0 Safari/537.36`,
    'Chromium on Linux',
    false,
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Vivaldi/7.5`,
    'Vivaldi on Windows',
    false,
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} OPT/5.0 Mobile/15E148 Safari/604.1`,
    'Opera on iPhone',
    true,
  ],
  // An unknown name is not taken for Safari.
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Unheard/1.0 Safari/537.36`, 'Linux', false],
  ['curl/8.5.0', 'curl', false],
  ['', 'Unknown device', false],
])('%s is called %s', (userAgent, words, handheld) => {
  expect([deviceWords(userAgent), isHandheld(userAgent)]).toEqual([words, handheld])
})
