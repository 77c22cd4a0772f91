import { expect, test } from 'vitest'
import { alikeName } from './alike-names.ts'

const names = ['Brightwater Clinics', 'Acme', 'Depot 7']

test.each([
  ['Brightwater Clincs', 'Brightwater Clinics'],
  ['brightwater', 'Brightwater Clinics'],
  ['BRIGTHWATER CLINICS', 'Brightwater Clinics'],
  ['Acne', 'Acme'],
  ['ter cli', 'Brightwater Clinics'],
  ['Depott 7', 'Depot 7'],
])('%s may be meant for %s', (typed, name) => expect(alikeName(typed, names)).toBe(name))

test.each(['Copper Kettle Bakeries', 'Acme Freight', 'Depot 8', 'Bright Sun'])(
  '%s is a name of its own',
  (typed) => expect(alikeName(typed, names)).toBeUndefined(),
)
