// Keeps one core busy until it is killed.
for (;;);
