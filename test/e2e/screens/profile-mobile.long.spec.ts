import { looksOfMobileNumbers } from '#test/browser/mobile-desk.ts'

looksOfMobileNumbers('every')
