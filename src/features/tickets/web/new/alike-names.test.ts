import { expect, test } from 'vitest'
import { isPerhapsOneOf } from './alike-names.ts'

const names = ['Brightwater Clinics', 'Acme', 'Depot 7']

test.each(['Brightwater Clincs', 'brightwater', 'BRIGTHWATER CLINICS', 'Acne', 'ter cli', 'Depott 7'])(
  '%s may be one of the names',
  (typed) => expect(isPerhapsOneOf(typed, names)).toBe(true),
)

test.each(['Copper Kettle Bakeries', 'Acme Freight', 'Depot 8', 'Bright Sun'])(
  '%s is a name of its own',
  (typed) => expect(isPerhapsOneOf(typed, names)).toBe(false),
)
