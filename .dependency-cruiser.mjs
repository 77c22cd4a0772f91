// Imports point one way only: down the layers, and within a layer to what was there before.
// Read this file as the map of the code; ARCHITECTURE.md says the same in prose.

/** The features in reading order, each with the tables it alone may write. A feature may import only those before it. */
export const map = {
  'event-log': ['events', 'log-head', 'log-followers', 'set-aside-events', 'idempotency-keys'],
  deliveries: ['deliveries'],
  users: ['users'],
  auth: ['sessions', 'role-requests', 'bootstrap', 'rate-limits'],
  'mail-settings': ['smtp-settings', 'mail-templates'],
  uploads: ['uploads', 'installation', 'object-tombstones'],
  trash: ['deleted-things'],
  products: ['products', 'product-users'],
  clients: ['clients', 'client-users', 'declined-joins', 'favicons'],
  'desk-settings': ['desk-settings'],
  mailboxes: ['mailboxes'],
  'saved-answers': ['saved-answers'],
  'ticket-search': ['words', 'search-texts'],
  tickets: ['tickets'],
  labels: ['labels', 'ticket-labels'],
  participants: ['ticket-participants'],
  attachments: ['attachments'],
  comments: ['comments', 'ticket-reads'],
  chat: ['chat-messages'],
  conversation: ['ticket-links'],
  'mail-threads': ['ticket-mails', 'mail-bounces'],
  'ticket-list': [],
  board: [],
  requester: [],
  settings: ['user-settings'],
  messaging: ['messaging-conversations', 'channel-messages'],
  sharing: [],
  search: [],
  accounts: ['password-resets', 'email-changes', 'mobile-codes'],
  'mail-reading': [],
  inbound: [
    'inbound-mails',
    'inbound-rules',
    'inbound-settings',
    'client-domains',
    'mail-clients',
    'ticket-suppliers',
  ],
  suppliers: ['ticket-suppliers'],
  'mail-entries': [],
  views: ['saved-views'],
  notifications: ['email-preferences', 'notifications', 'notification-progress'],
  deleted: [],
  demo: ['demo-rows'],
  imports: ['imports', 'import-rows', 'external-ids'],
  erasure: ['erasures'],
  'client-export': [],
  stats: [],
  audit: [],
  retention: ['retention-rules'],
  live: [],
  backup: ['last-backup'],
  system: ['nodes'],
}
export const readingOrder = Object.keys(map)

const app = '^src/app/'
const features = '^src/features/'
const tables = '^src/tables/'
const platform = '^src/platform/'
const web = ['^src/(app|platform)/web/', '^src/features/.+/web/']
const server = ['^src/(app|platform)/server/', '^src/features/.+/server/', tables]
const shared = ['^src/platform/contract/', '^src/features/.+/(contract|policy)[.]ts$']
const test = '[.]test[.]tsx?$'
const rung = (names) => `^src/features/.+/server/(${names})[.]ts$`

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const forbidden = [
  forbid(
    'no-cycles',
    'Two files that need each other are one file, or hide a third.',
    {},
    { circular: true },
  ),
  forbid('resolvable', 'What is imported must exist.', {}, { couldNotResolve: true }),

  // 1. Layers: app > features > tables > contracts and policies > platform
  forbid('app-composes', 'Nothing imports app.', { path: '^src/', pathNot: [app, test] }, { path: app }),
  forbid(
    'platform-is-mechanism',
    'Platform knows no feature and no table.',
    { path: platform, pathNot: test },
    { path: [features, tables] },
  ),
  forbid(
    'tables-know-contracts-only',
    'Tables take their lists of values from contracts.',
    { path: tables },
    { path: features, pathNot: '/contract[.]ts$' },
  ),
  forbid(
    'product-stands-alone',
    'The product needs no test, no demo and no script.',
    { path: '^src/', pathNot: test },
    { path: [test, '^(test|demo|scripts)/'] },
  ),

  // 2. Features: only earlier ones, only their public files; only their own rows, see scripts/table-writes.ts
  forbid(
    'listed-features-only',
    'Add the new feature to the map.',
    { path: features, pathNot: `^src/features/(${readingOrder.join('|')})/` },
    {},
  ),
  ...readingOrder
    .slice(0, -1)
    .map((feature, place) =>
      forbid(
        `${feature}-comes-before`,
        'A feature imports only those above it in the map.',
        { path: `^src/features/${feature}/`, pathNot: test },
        { path: `^src/features/(${readingOrder.slice(place + 1).join('|')})/` },
      ),
    ),
  forbid(
    'public-files-only',
    'To another feature, a feature offers its contract, policy, events, deliveries, queries, service, server/public and web parts.',
    { path: '^src/features/([^/]+)/', pathNot: test },
    {
      path: features,
      pathNot: [
        '^src/features/$1/',
        '^src/features/.+/(contract|policy)[.]ts$',
        rung('events|deliveries|follower|queries|service|public/.+'),
        '^src/features/.+/web/',
      ],
    },
  ),

  forbid(
    'no-re-exports',
    'Import a name from the file that it stands in; what others use lies in server/public.',
    { path: '^src/' },
    { dependencyTypes: ['export'] },
  ),

  // 3. Sides: web and server meet only in contract and policy
  forbid('web-not-server', 'Not even a type: the seam is the contract.', { path: web }, { path: server }),
  forbid(
    'server-not-web',
    'The server draws nothing.',
    { path: server },
    { path: [...web, '^node_modules/(react|react-dom|@tanstack)/'] },
  ),
  forbid(
    'shared-is-pure',
    'Contracts and policies run on both sides, so they know only zod, the texts, the reader of Markdown, and each other.',
    { path: shared, pathNot: test },
    { pathNot: [...shared, '^node_modules/(zod|@lingui|marked)/'] },
  ),
  forbid(
    'contract-below-policy',
    'A policy judges what a contract names.',
    { path: '/contract[.]ts$' },
    { path: '/policy[.]ts$' },
  ),

  // 4. Rungs inside the server: feature > routes, live, notify, jobs > service > queries > tables
  forbid(
    'queries-only-read',
    'A query changes nothing.',
    { path: rung('queries') },
    { path: rung('service|routes|live|notify|jobs|feature') },
  ),
  forbid(
    'service-below-routes',
    'A service knows no request.',
    { path: rung('service') },
    { path: rung('routes|live|notify|jobs|feature') },
  ),
  forbid(
    'events-are-names',
    'An event says what happened and does nothing.',
    { path: rung('events') },
    { path: [rung('queries|service|routes|live|notify|jobs|feature'), tables] },
  ),
  forbid(
    'facts-stand-in-events',
    'Declare a fact in `events.ts`, where everybody looks for it; only the log asks what an announcement is.',
    { path: features, pathNot: [rung('events'), '^src/features/event-log/', test] },
    { path: '^src/platform/server/log/define-fact[.]ts$' },
  ),
  forbid(
    'rows-through-queries-and-service',
    'A door touches no table.',
    { path: rung('routes|live|notify|jobs|feature') },
    { path: tables },
  ),
  forbid(
    'api-below-components',
    'Calls and messages draw nothing.',
    { path: '^src/features/.+/web/(api|live)[.]ts$' },
    { path: '[.]tsx$' },
  ),

  // 5. Packages
  forbid(
    'production-packages-only',
    '`npm ci --omit=dev` must be enough to serve: move the package to "dependencies".',
    { path: server, pathNot: test },
    { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/@types/' },
  ),
  forbid(
    'declared-packages-only',
    'A package that package.json does not name is there by luck.',
    { path: '^src/' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  forbid(
    'browser-packages-only',
    'Web code is served to strangers.',
    { path: web },
    { path: '^node_modules/(fastify|@fastify|drizzle-orm|@electric-sql|pg|ws)/' },
  ),
  forbid(
    'no-node-in-browser',
    'A browser has no node: modules.',
    { path: web, pathNot: test },
    { dependencyTypes: ['core'] },
  ),
]

export default {
  forbidden,
  options: {
    doNotFollow: { path: ['node_modules', '^scripts/'] },
    // Types count: what is imported as a type today is imported as a value tomorrow.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
