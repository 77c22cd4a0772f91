import { looksOfAccounts } from '#test/browser/looks-accounts.ts'
import { looksOfChats } from '#test/browser/looks-chats.ts'
import { looksOfDialogs } from '#test/browser/looks-dialogs.ts'
import { looksOfLists } from '#test/browser/looks-lists.ts'
import { looksOfMails } from '#test/browser/looks-mails.ts'

looksOfLists('some')
looksOfDialogs('some')
looksOfAccounts('some')
looksOfChats('some')
looksOfMails('some')
