import { looksOfAccounts } from './looks-accounts.ts'
import { looksOfChats } from './looks-chats.ts'
import { looksOfDialogs } from './looks-dialogs.ts'
import { looksOfLists } from './looks-lists.ts'

looksOfLists('some')
looksOfDialogs('some')
looksOfAccounts('some')
looksOfChats('some')
