const covers = '[role=dialog], [role=alertdialog], [role=menu]'

/** Whether a dialog or a menu that is not the ticket has the keys for itself. */
export const isCovered = () =>
  [...document.querySelectorAll<HTMLElement>(covers)].some(
    (one) => !one.matches('.ticket-dialog') && one.dataset['state'] !== 'closed' && one.checkVisibility(),
  )
