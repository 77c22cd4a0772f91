import { useState } from 'react'

/** Choices of a dialog, the first of which come from the suggestion; '' is none. */
export function useChoices<T extends { personId: string }>(suggested: T) {
  const [first] = useState({ ...suggested, remember: false })
  const [values, setValues] = useState(first)
  return {
    values,
    set: (changed: Partial<typeof first>) => setValues({ ...values, ...changed }),
    isChanged: JSON.stringify(values) !== JSON.stringify(first),
    /** As the calls take it: a rule needs a person. */
    person: { personId: values.personId || null, remember: values.remember && values.personId !== '' },
  }
}
