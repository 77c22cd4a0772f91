-- Text is folded in another way: ß as ss, letters with a stroke, apostrophes and hyphens, vowel signs. Only what is beyond ASCII, or has a
-- backtick, is folded differently; it is folded again in code, after the migrations: see indexPendingTexts.
UPDATE "search_texts" SET "keys" = NULL
FROM "tickets"
WHERE "search_texts"."text_id" = "tickets"."id" AND EXISTS (
	SELECT FROM concat_ws(' ', "subject", "description", "customer_name", "product_name", "project_name") AS "text"
	WHERE octet_length("text") > length("text") OR strpos("text", '`') > 0
);--> statement-breakpoint
UPDATE "search_texts" SET "keys" = NULL
FROM "comments"
WHERE "search_texts"."text_id" = "comments"."id"
	AND (octet_length("content") > length("content") OR strpos("content", '`') > 0);--> statement-breakpoint
UPDATE "words" SET "is_doubtful" = true WHERE octet_length("word") > length("word");
