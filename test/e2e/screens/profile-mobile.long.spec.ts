import { looksOfMobileNumbers } from '../mobile-desk.ts'

looksOfMobileNumbers('every')
