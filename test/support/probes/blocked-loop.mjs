// Preloaded into a server: from SIGUSR2 on its event loop is blocked again and again, for six seconds in all.
process.on('SIGUSR2', () => {
  let left = 4
  const block = () => {
    const until = Date.now() + 1500
    while (Date.now() < until);
    if (--left > 0) setTimeout(block, 20)
  }
  block()
})
