import { test } from '../desk.ts'
import { looksOfAccounts } from '../looks-accounts.ts'
import { looksOfChats } from '../looks-chats.ts'
import { looksOfDialogs } from '../looks-dialogs.ts'
import { looksOfLists } from '../looks-lists.ts'

test.describe.configure({ timeout: 600_000 })

looksOfLists('every')
looksOfDialogs('every')
looksOfAccounts('every')
looksOfChats('every')
