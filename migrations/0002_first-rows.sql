-- The tables of one row have it from the beginning, so that nobody needs to insert it while others watch.
INSERT INTO log_head (id) VALUES (1);
--> statement-breakpoint
INSERT INTO bootstrap (id) VALUES (1);
