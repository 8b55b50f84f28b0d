"""Words that bind others: a phrase neither begins nor ends with one."""

from __future__ import annotations

_BY_LANGUAGE = {
    "en": "a about after all an and are as at be been before but by can do does for from get had"
    " has have he her his how i if in into is it its just like may more most my new no not now of"
    " off on one only or our out over own she should so some than that the their them then there"
    " these they this to too under up us use very was we were what when where which who why will"
    " with you your",
    "de": "aber als am an auch auf aus bei beim bis da das dass dem den der des die doch du durch"
    " ein eine einem einen einer eines er es für hat ich ihr im in ins ist kann man mehr mit nach"
    " nicht noch nur oder ohne sein sich sie sind so über um und uns unser von vom vor war was wenn"
    " wer wie wir wird wo zu zum zur",
    "fr": "à au aux avec ce ces cette comme dans de des du elle en est et il ils je la le les leur"
    " mais ne nos notre nous on ou où par pas plus pour qu que qui sa se ses son sont sur très tu"
    " un une vos votre vous",
    "es": "al como con de del desde el en entre es esta este esto la las lo los más me mi muy no o"
    " para pero por que se si sin sobre son su sus te tu un una unas unos y ya",
    "it": "a ai al alla alle anche che chi come con da dal dalla dei del della delle di e è gli ha"
    " i il in io la le lo ma nei nel nella non o per più se si sono su sul sulla tra un una uno",
    "nl": "aan als bij dan dat de deze die dit door een en er het hij hoe ik in is je maar met naar"
    " niet nog of om onze ook op over te tot uit van voor was wat we wij ze zijn zo zonder",
    "pt": "a ao aos as com como da das de do dos e é em entre mais mas na nas no nos o os ou para"
    " pela pelo por que se sem seu sua um uma",
    "pl": "a ale bez być co czy dla do i ich jak jest już lub ma na nie o od oraz po pod przez przy"
    " są się tak to tym w we z za ze że",
}

FUNCTION_WORDS = frozenset(word for words in _BY_LANGUAGE.values() for word in words.split())
