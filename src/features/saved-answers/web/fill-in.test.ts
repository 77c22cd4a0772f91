import { expect, test } from 'vitest'
import { fillIn, type Values } from './fill-in.ts'

const all: Values = {
  'requester.firstName': 'Rosie',
  'requester.lastName': 'Hargreaves',
  'ticket.number': 'TKT-000007',
  'ticket.subject': 'The {{me.firstName}} printer $& smokes',
  'client.name': 'Brightwater',
  'me.firstName': 'Ada',
  'me.lastName': 'Berg',
}
const none: Values = {
  'requester.firstName': '',
  'requester.lastName': ' ',
  'ticket.number': '',
  'ticket.subject': '',
  'client.name': '',
  'me.firstName': '',
  'me.lastName': '',
}

test('every variable is filled in, and what its value says is not read again', () => {
  expect(
    fillIn(
      'Hi {{ requester.firstName }} of {{client.name}},\n\n“{{ticket.subject}}” ({{ticket.number}})',
      all,
    ),
  ).toBe('Hi Rosie of Brightwater,\n\n“The {{me.firstName}} printer $& smokes” (TKT-000007)')
})

test.each([
  ['Hi {{requester.firstName}},\n\nthank you.', 'Hi,\n\nthank you.'],
  ['{{requester.firstName}}, thank you.', 'thank you.'],
  ['{{requester.firstName}} {{requester.lastName}}, thank you.', 'thank you.'],
  ['Your ticket ({{ticket.number}}) is open.', 'Your ticket is open.'],
  ['Your ticket “{{ticket.subject}}” is open.', 'Your ticket is open.'],
  ['- {{client.name}}\n- done', '-\n- done'],
  ['We wait for {{client.name}}’s answer.', 'We wait for answer.'],
  ['Regards\n{{me.firstName}} {{me.lastName}}', 'Regards'],
  ['Regards\n{{me.firstName}}\nService Desk', 'Regards\nService Desk'],
  ['{{me.firstName}}', ''],
])('a placeholder without a value leaves nothing dangling: %j', (text, filled) => {
  expect(fillIn(text, none)).toBe(filled)
})
