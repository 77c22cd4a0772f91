/**
 * The journeys that run on PostgreSQL, too, and what of them only a browser reaches there. Every call is tested on both
 * databases through HTTP, and what a screen makes of an answer is the same on both.
 */
export const onPostgres: Record<string, string> = {
  'main-job.spec.ts': 'all parts at once: people, tickets, comments and rights while three browsers watch',
  'lists-live.spec.ts': 'what others do, and what was missed offline, comes by notifications of the database',
  'chat-live.spec.ts':
    'typing, presence and what is read pass between browsers by notifications of the database',
}
