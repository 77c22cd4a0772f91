CREATE TABLE "words" (
	"word" text PRIMARY KEY NOT NULL,
	"is_doubtful" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "words_alike" ON "words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "words_doubtful" ON "words" USING btree ("word") WHERE "words"."is_doubtful";
--> statement-breakpoint
-- The words of what is written already, as `wordsIn` takes them. Texts are folded, so the letters of English are small ones; of other
-- scripts everything counts as a letter but the usual punctuation, because what is a letter depends on the server's locale.
INSERT INTO "words" ("word")
SELECT DISTINCT left("found"."word", 40) FROM (
	SELECT "search_text" FROM "tickets" UNION ALL SELECT "search_text" FROM "comments"
) AS "texts" CROSS JOIN LATERAL (
	SELECT DISTINCT "word" FROM (
		SELECT "word" FROM regexp_split_to_table("texts"."search_text", '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+') AS "word"
		WHERE length("word") >= 3 AND "word" !~ '^[0-9]+$'
	) AS "kept" LIMIT 400
) AS "found"
ON CONFLICT DO NOTHING;
