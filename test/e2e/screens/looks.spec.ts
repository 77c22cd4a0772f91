import { seed } from '#test/seed.ts'
import { looksOfAccounts } from '#test/browser/looks-accounts.ts'
import { looksOfChats } from '#test/browser/looks-chats.ts'
import { looksOfDialogs } from '#test/browser/looks-dialogs.ts'
import { looksOfLists } from '#test/browser/looks-lists.ts'

/** One group in each run, chosen by its seed; the long part looks at all of them. */
const groups = [looksOfLists, looksOfDialogs, looksOfAccounts, looksOfChats]
groups[seed % groups.length]!('some')
