import { i18n } from '#platform/contract/i18n.ts'
import {
  Building2,
  Inbox,
  LayoutDashboard,
  LifeBuoy,
  MailQuestionMark,
  Package,
  Rows3,
  ServerCog,
  UsersRound,
} from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator, isClient, isDesk, isStaff } from '#features/users/policy.ts'
import type { Feature } from '#platform/web/feature.ts'
import { MailCount } from '../queues/mail-count.tsx'

/** Screens that are composed of several features. */
export const composed = {
  screens: [
    {
      paths: ['/', '/my-tickets'],
      title: () => i18n.t('My Tickets'),
      load: () => import('./my-tickets.tsx').then((part) => part.MyTickets),
      nav: { group: 'desk', place: 10, icon: Inbox, key: 'm', isFor: () => true },
    },
    {
      paths: ['/dashboard'],
      title: () => i18n.t('Dashboard'),
      load: () => import('./dashboard.tsx').then((part) => part.Dashboard),
      nav: { group: 'desk', place: 20, icon: LayoutDashboard, key: 'd', isFor: isDesk },
    },
    {
      paths: ['/tickets'],
      title: () => i18n.t('Tickets'),
      load: () => import('./tickets.tsx').then((part) => part.Tickets),
      nav: { group: 'desk', place: 40, icon: Rows3, key: 't', isFor: isStaff },
    },
    {
      paths: ['/inbound'],
      title: () => i18n.t('Unsorted Mail'),
      load: () => import('./unsorted-mail.tsx').then((part) => part.UnsortedMail),
      nav: { group: 'desk', place: 30, icon: MailQuestionMark, isFor: isDesk, Count: MailCount },
    },
    {
      paths: ['/client-portal'],
      title: () => i18n.t('Support Portal'),
      load: () => import('./client-portal.tsx').then((part) => part.ClientPortal),
      nav: { group: 'desk', place: 50, icon: LifeBuoy, key: 't', isFor: isClient },
    },
    {
      paths: ['/users'],
      title: () => i18n.t('User Management'),
      load: () => import('./users.tsx').then((part) => part.Users),
      nav: { group: 'manage', place: 10, icon: UsersRound, key: 'u', isFor: isAdministrator },
    },
    {
      paths: ['/clients'],
      title: () => i18n.t('Client Management'),
      load: () => import('./clients.tsx').then((part) => part.Clients),
      nav: { group: 'manage', place: 20, icon: Building2, key: 'c', isFor: isAdministrator },
    },
    {
      paths: ['/products'],
      title: () => i18n.t('Product Management'),
      load: () => import('./products.tsx').then((part) => part.Products),
      nav: { group: 'manage', place: 30, icon: Package, key: 'p', isFor: isDesk },
    },
    {
      paths: ['/email-settings', '/admin/email-settings'],
      title: () => i18n.t('Email Settings'),
      load: () => import('./email-settings.tsx').then((part) => part.AllEmailSettings),
      nav: { group: 'manage', place: 50, icon: ServerCog, key: 's', isFor: isAdministrator },
    },
    {
      paths: ['/profile'],
      title: () => i18n.t('Profile Settings'),
      load: () => import('./profile.tsx').then((part) => part.Profile),
    },
  ],
} as const satisfies Feature<CurrentUser>
