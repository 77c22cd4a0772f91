import { seed } from '#test/seed.ts'
import { looksOfAccounts } from '../looks-accounts.ts'
import { looksOfChats } from '../looks-chats.ts'
import { looksOfDialogs } from '../looks-dialogs.ts'
import { looksOfLists } from '../looks-lists.ts'

/** One group in each run, chosen by its seed; the long part looks at all of them. */
const groups = [looksOfLists, looksOfDialogs, looksOfAccounts, looksOfChats]
groups[seed % groups.length]!('some')
