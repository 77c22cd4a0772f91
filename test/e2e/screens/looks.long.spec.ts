import { test } from '#test/browser/desk.ts'
import { looksOfAccounts } from '#test/browser/looks-accounts.ts'
import { looksOfChats } from '#test/browser/looks-chats.ts'
import { looksOfDialogs } from '#test/browser/looks-dialogs.ts'
import { looksOfLists } from '#test/browser/looks-lists.ts'
import { looksOfMails } from '#test/browser/looks-mails.ts'

test.describe.configure({ timeout: 600_000 })

looksOfLists('every')
looksOfDialogs('every')
looksOfAccounts('every')
looksOfChats('every')
looksOfMails('every')
