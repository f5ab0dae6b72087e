-- A file of version 3. It is read for ever and never written anew.
-- The secret key is 0123456789abcdef, four times over.
PRAGMA application_id = 1397572941;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE deleted (
    address TEXT,
    id TEXT,                       -- of the request
    created_at INTEGER NOT NULL,
    moved INTEGER NOT NULL,        -- the address was given up, not the memory
    PRIMARY KEY (address, id)
) WITHOUT ROWID;
INSERT INTO "deleted" VALUES('sense-memory/lang','16f85f1e1ce312dcd25c242888de6292dbf7162c0a4963b77f1c8cbd4a040f27',1800000201,0);
INSERT INTO "deleted" VALUES('sense-memory/secret','036bc3fb77195d7ae6ca81737abbd0f910f29e62c2a988c99f37996baedd7878',1800000061,0);
CREATE TABLE digest (              -- what stands there, as a keyed hash, to compare devices by
    address TEXT PRIMARY KEY,
    id TEXT NOT NULL,              -- of the event that says so
    digest BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE erasure (             -- how far a forgetting has come at a relay
    relay TEXT,
    address TEXT,
    request TEXT NOT NULL,         -- id of the kind 5
    overwritten_at REAL,
    deleted_at REAL,
    verified_at REAL,
    PRIMARY KEY (relay, address)
) WITHOUT ROWID;
CREATE TABLE head (
    address TEXT PRIMARY KEY,      -- the d tag
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    bucket TEXT NOT NULL,          -- keyed hash of type and scope
    own INTEGER NOT NULL,          -- 1 written through this file, 2 and not to be sent yet
    deleted INTEGER NOT NULL,      -- a tombstone
    seq INTEGER NOT NULL,          -- order of commits, so that other processes can follow
    sum INTEGER NOT NULL,          -- CRC-32 of the event's text
    event TEXT NOT NULL            -- the signed event, ciphertext inside
) WITHOUT ROWID;
INSERT INTO "head" VALUES('72f866b98634bbe2421e07ebc5a1889f9ddef9655dfa94ebf12b1d8887f88192','17e9ac4b3ccc9f912f22a2ab72d20ca168bb2ff31eaf74bff320245e8fe50b45',1800000000,'72bd78ce5e353d70',1,0,1,1943784258,'{"id":"17e9ac4b3ccc9f912f22a2ab72d20ca168bb2ff31eaf74bff320245e8fe50b45","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000000,"kind":30078,"tags":[["d","72f866b98634bbe2421e07ebc5a1889f9ddef9655dfa94ebf12b1d8887f88192"]],"content":"AgKYLw8EuJiBpp/viEtJe+X9R6yvO+z9SmyCVV/7f6ryfW7h3MpB6potVcboNZpgYFZL7/i6wTp7gkwSIQsBO7pzB9ggPbSo1/Xf/aMJI3FCU4ZtFq14IJovAw5tdt9RXsPe9h3B7JVO1llbjSwas7sDrwFwB4puiveYH9YKwkljcdRki7e5iCSgpnxaSmr1btzBibnr69xyht8/k9KbDG6vc2/AdIqMzdtCmOZsb3K39xk8hBCs0V68XiHjfGm4KzcMbSAf+v16KvCy/cfOIfldaOcZudNHyBSVJV5dJxyqLzZppzlRurgSEwrEpi/SkGGY5rnX5MobJqGv7nweJprUIWrzMSyT8fNu67NfIFSzMAZQRcToTGMxyndEHePFfrvF","sig":"536653607c4b1365d62cad9f893aea349d508d46e6be00c624ccf641f8af12353e771d9b3f6f3a3cf73ac2bc37b6a13ad30285f6c062dccbab095e6c9bc7af41"}');
INSERT INTO "head" VALUES('sense-journal/1800000060.0-53cb','5ec31c79e04067571d576e88e189f79166355adea637fd8419821935a580ff15',1800000060,'454bb33f87a36cda',1,0,8,3789877136,'{"id":"5ec31c79e04067571d576e88e189f79166355adea637fd8419821935a580ff15","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000060,"kind":30078,"tags":[["d","sense-journal/1800000060.0-53cb"]],"content":"Al/gFe6PQLnLlyz8XTG4resjtfSJW24awOm6kEdqWOz51s0vErq/PafZHrypxupcv3uFJwbZEwR3Y2Uzb5PJ5EWiW1ErTElUeXLj+b/2oMvhkfr1t41NtdWx5Pd5TsZT+qFMH8f3fxbpMRVWnV3nJjVvM5b2JxudrBgkDYCcS7b7c3Lq7mEnLq6CKtlquczP3Y63BOsGXo+r6VKoE6Pcd1XddnQb7oxBGM5gkF7lp9XMBzV2IO7H84fL7A0Ongnc1I9yt/HfZhdAU2aSoCJspGM8upkOhjhht/jiTMdIxiA5NN6aOPQjhz2vH+1Z/nGOMngIfTCskYbBPoBEA1h/0qnD0VmiKiNww4mqP32lfMtVEKMOZcAZ+NshLCMSJS2gkupw","sig":"e9674ee839ee2f1655b734d43acc02d694de6d4983f6c2a9352a5b619f891cc5bd7c40ce426d7d95d961980dc039f303110b164871ee6fd29a978ba234868017"}');
INSERT INTO "head" VALUES('sense-memory/greeting','5815c29ef8b0519703336bbb1463997d2d58627b1071db3e21873fdbd6395ecc',1800000060,'46092df046e50554',1,0,4,4111332682,'{"id":"5815c29ef8b0519703336bbb1463997d2d58627b1071db3e21873fdbd6395ecc","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000060,"kind":30078,"tags":[["d","sense-memory/greeting"]],"content":"AlGDX5i9PBYwLpK+Cx/LeVf5/VCSC46g2MJrKnjsIhn0rFaVfpcGiFOChCgwhbzDtB+xZqePqeFDzwlABDXPLZYAG0LnntbuPZm7oMDjsO9XFJzYrJzDZwz3GYv9W8eT+2ph6YC5OuYPXra18tFZhfauy0iZc4y6XHMiBdCNknBE/A3aiMARFWLB1+7yWTbR907Qyyhxx/KPVtaBwTH1DNseiI8qUpi+p86S8wEzU9eG9J8HbZps8qxlIQuILXlCnSZTdnrj6QayXX2xGFyT3rGtBGdNwrHmBCYv3DsJ/ja7hsho7dz8/X+hU8gP5h84hmD3R8/NDUl8oZ4W5PvGXodaLtRjJcV0RsG3IeW4wZbwCAz126FTE2Roo7eBY8pgpQ/k","sig":"0ca1379aff332c515ae3caebae6db78a639777db89c28c940fe586613074781f6481cb92e355ab27c88250580fbdd9fa8771b1c14a0d9ffe385cdbbf77624e06"}');
INSERT INTO "head" VALUES('sense-memory/lang','9142de4925cb69b4adb58a499aa6a91017ffb7a029cbc44d04f56095d8439925',1800000201,'46092df046e50554',1,1,11,4071149638,'{"id":"9142de4925cb69b4adb58a499aa6a91017ffb7a029cbc44d04f56095d8439925","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000201,"kind":30078,"tags":[["d","sense-memory/lang"]],"content":"AglZjvBdsVY/cNZOdUqNPElGdLnOqEKDMjO4jMcF9SivEBHxvQmAL23VsQg595+oX1Va14PzuKA+v2ACv7QXPGLarJIgzLUQIKH0HoxNQwLSkzrW2tPPQz6ImkdXtppG75RVCQMv8U6NR1f3/qNUX6NYgyt7z3C3Xpn3/qsDqAC+NVygqzZVFF6hlw6be+pE7yI0G322vha+GEe2YnTbQnG1ojG+dl2kUuY6d4F6w25gBX3qcyVF/2LaMy3LzYv9o+vbzhVbpPzb9YDI1GS9CCxfw0kDozRf/bAG4Eshm4aup+0jzTKDpwOTeG7yrxE5m6o8ZchvHF3VsKTX0o+XiRjxgL+lL2lImDN2owF+GKVeIRWnAAKC74ft7PXx+UltF2i7","sig":"b8ada8cb7aa85f9882565fbeffd000b08df0d30321e4f05ae9dcfdd7e1bf32e3a5796a3a485301f0657c55e0d209275239e02e301fbf10cbbce80049a866fe15"}');
INSERT INTO "head" VALUES('sense-memory/later','723e4a8e0d9eb3a102b8ec391b1418ccb85634900683d84d0a28ecd9cd5463d0',1800000200,'46092df046e50554',1,0,12,3408686300,'{"id":"723e4a8e0d9eb3a102b8ec391b1418ccb85634900683d84d0a28ecd9cd5463d0","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000200,"kind":30078,"tags":[["d","sense-memory/later"]],"content":"AgfykcZGf+aVX40zWWSV276GcQ6xZNIr1ttvkK+ru3x460JcWwktN7Np7gD9/4aho7WsAm2+P6zXCuz8LpU8qJVq4HGVKCdcAukduZfvOYc0RZzKX9aMtFE0V7Z9ZerdzzqIJA1EluJpIy8mYM0UVDcpI9776UInF8nxQPBrxTYn5kwfwcHfTDhPAMX1KLeWa/t/K8mcuQwgCKE8f2a8xD9ehvPfQihmqlztVtXSmV01PZGKi7tyyiLEzonJeIXXOYnT6E2CXo3yQ5J4tm4gqhtQ+VEDjvssV1XPznVjnBgqGiIYXhW78V1v3FQO84JjgrWmfCScQCv/BaRyN2EV/jQ0lhuMv8Sxtij5RWYGhKKRYiXJoSgtgbLzytXExDZJmOOi","sig":"cf524b043283b2ca9caddd5f45da94b5190e611b81776d478126e0ab909e0b0576a9f434d06f2b522fe9b58272b88849705b82e623b2ce92b6239fea8e619f9a"}');
INSERT INTO "head" VALUES('sense-memory/long','6879189a78facee41ae7d9adc041b9d3e370973568f9a7b55be14445d3cc389a',1800000000,'46092df046e50554',1,0,3,2742097169,'{"id":"6879189a78facee41ae7d9adc041b9d3e370973568f9a7b55be14445d3cc389a","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000000,"kind":30078,"tags":[["d","sense-memory/long"]],"content":"AkblkVvIiirTKdiqbiI0PTmMHZ/OX0y4uFpRFUJb04juUqb+i1hODenSYmK0Jir1P9s11iMzyeucnnybZEpVIhjTb3AYeWFBqnQlAZjlN+MzUTCtuki0opNz3lvBoBsNWsiWMSxyVHZdxWnYHq2zo1txWcKQAZ/IxrMf3LWN8ltkE4rjk7EsvickeKpZjYi2eDtu4mTUyVK3gHBwXN4fKJxIXsWJWd7ZigR9e7iBqRZkoW5hWS0jOOMB3xiZzec12WvLMNoyER4nrrOYvGxqiXi+I4+9NpPPRVVIloqFqfIoZehrfF33/L8dn+AU194njJPeopWGkaQ4oxFKOYxikVtDHrmypQJHeptcKKYdjOQFauzGdZXrATRpVRgAgzIT5DtB36EM6Kynu9fsWyUw7JtQ+l/uddca4ty12ct/XhXGq5JIny69k1UdVkSYUYBWKdqvnoycI5fZDwJJDJ+7WRDhhIPxJwPPMXVpnGbea0feMoRtuvkMP3bYUN9ukUtdZJBW4wu+t/oTbs8ZQPH90SFikfoZHa7xSqj5PPbwaDHp7FPa0jhzg5HcVqVOHd0CB+ZPGFfvRiHa0BYI/TrxvbGODK8VZKWBslRwdb2WOdUVwDybkH8MxlH1tF2tpFRnP8RgyYGg8LPNYYVh6BdS51EVU7EbRVSiBUiSJlHZThGPsG43C0Oxyh7j7un0ktrR01SInlnE9fBh45KZHRkAoT5veNAuHCf0DOpmmiN2U4+id3hv0uu7Z1my1H1oENT+y7iBSaG5EO3DTvqA+gGTnVB28aZbbUyCOtiH6kuiy01Mg6q4EpGmIWrMyD1icY+TyDVNaADiDnEAAQun056zx5G9MvBwo3RbCx/UAgX0O9nE1/+JueGV1Wg8lSLO5OoRWjn//4Gxh0CZ3ukBUZ98/dJxSUzEbGJi1RJwK1GlXpWHKx4PlbcTEHJUqIVFWpS6KxEosZXyZY3nUclwUVluBIXbrO5rUynLE6bQ5pWsjg6RVZZVk08KeQWwYP1UjQ+nk9BqHtjLwBSc1cHCz52xJKL278fnyqkimhc3EROm3BlQKwiTM38EWVEwj5cs0YCMyMECq77VPURdw4yXiKxExn67QUTaoLe5jB0wPkENPBseaxpSt9bAQ5itKP4onTwcfHnmB4xe5iyskXrAnjRhZwdAgfqcDmSE349WW1RMReMb5K2B+BSc9tBrbmtluhjE2Fp0t92BoCDdb3XRBUuSKQTIS8Sn1zoiped1FzzCtM6MZgCaDfq7M6i+tBWqMAwIgjTYr0tkBnT7axkkrqZ40z9VHyA1AtKghP6MQD/ZK2kA5LFJPef6gchkbpCcMuHpO5/I0KJ0aQpSHg4kM5HWuteAKRXzse2lyC83LdZikx0cJEqBRade61axIeAa/WMQRQLnG/WrmTJxIIDW7UxAKzijnG6MowBcCXMSqKTGcVKjtoz/g3OmmKrt4fJEQbf9yaIXV2odup6JMMTsf84o95AP1iPMWXfgQ0eKCh0fhFlrGvrvRaB5ZAH6ouQDyWMHwhe/VqhuXEsqJtbyoltVptmSOwQ2f8NS/6QamP3LYiUcaFhHI2IeBqi5ywiVkpSvhhZSscifGPpGL9pNHWetsAd91fw7K1VTeyMIh7dS2cVx1JG3AdU2cVEWWbK6vTg7XJIEsThP68SJ0Elf8fomwRzJum669Pgc//ytmA92o29ZrkRk9leRS4T+l/IOSIe21JR1hWVsPb1ua9HFr0Xr31QaItBruUY+RcIEyHVyBAJ7hpqCa0rbgezkX4cjBpFP3XIkKGrr1Rur/wTxPNFiUXW2IzY9y8vRPauioumnqSQdchS9mahTpLFr7Kbnc1JRJCy1SFMeDYGjwb/ruSb2ObVynxvyzJUOWkipstjySGFlGmMT0xSVkuHIvq2997x1PR7OU3ozyvBXYC9JvNBFuCEuiryWEY8KG0xtcXeIAiYjQWLKUKthzPJsS0icy0BmhsMfNvxJ3ZpyOtl4/foOgoan2XmzcW6zLaNZ8wVhgjBEO5D0cqRYw8VFUPqHvgefIqMhE1FFNPmivEDiOR3IXUiMyW8vHK9ZGhqUzco+qgHVqIIIZst9AWyvnQLSvDficnl+2vs0speunzlcfbsRvzQdDdAgG3mrPEv3/6XpCOKHiX9AwfrgP0oOWEIFIXKB5dy6B3W1YxGaHgkh0Ovo/L185/Qp2Whg2xr6Bfl8DV1Wsfp3lprrtsCvC/D9LSO3TjR8JEN6lgqxWTBOIu0bv6wGgBNI0AevQGqF5AnCkbDF7Ye/ulus5X1quO1TDpX1TCQKvea4LkLCRFHohi3F+UXwz4HoD/PGmwQVGsIPwtR8oW+t2yfvh6h11aUPdUuFhQhF7lBnimMX8RT05pvjdn0Yiwh29A21irVxln59Dcii+LzA/dmiu5Q6k2D1z4ewt2d4lJmBIttJO5mwxdA4hdHCNWj23g6Qds3gzHyHcJNQb/qRVOzZ0Ov99GGTezr2zpPlZr2g7cVICJxyHTG1KXZDCkOfM1lpstCbzey0ygxx+OmEZhHDCqWUAU3jHjDo8RuCFko28vd+gkYDNmoCv+mfQ1rNlSFzyoJ/0eIfwe9LFplBQlKeqVxT4pv+wxaWKrI2NJUfHzY9gOW5K+yG1pwI2YhaTMWMZHon4zcUn64oj49K5wYNsw+GTFoc5pBa/R88NA4ifwbrVLWfnlHaTIYopqzk1Asxm4tsY9rekjkLje8D3Gj7uII4SXUDIlMYtjd5Pqsjuwy8Cb9zpS71ASn5GYCINoadFiDXcpNIpa/930YBDChM+IT778iHkJgWFPh/aWZr1OnBiFja9WnEfcx6GU663pYYrr6KOUTvX3Qnl3wgGPBhEu5wBjI3f6bp1abj4V7LKAO1HCscichYGaFhloyJjty4Otdf1xgT2xm89Jb6ttbRGrxNCGNwuwmVOOqxW98HC61H6p2QE9oj+F5JILlYQuicBonODkgPOq2+oGJW29r6rNJqQn+eZi0RDilL282sMwGoYU08fDTGXSKS4C4V9UPf1S9H3t9stZ8maJI5nE9jPBh3IHYDZoE8F3nzlZl09S3wrsC2ekbLG3BuIBQ4CEe4bfggOGcg+niApPmPm1BqRx92KcIdT2O/jZtNpyE2J9OAQC1YQXLDAw4ywV+E5lbSdQuZ4bcnyPiwaZ1iAeLTheY9v3aNubMLESYK9w5L2uycZLAIweYgv6WfvI7yiCzBt8W4yPFyqJvkExh/rzFwGlNRXund8sYkwWOVwPKBDzxJlFRdIk+fLoHmdUDgdPnlVOHa2pTtrtitYFNxbMTl7ifPBpHTqbmHBNpNvIKuIrmvPHfJ3pL7K79ALGktU2lRGWUurHTiuWbT28bROQSyO7VZd3NKm8MGLtpag/Hl2x3jubyzIJrt1Popbelo+sQGyZ952ZTEZY+6i0B6F/9LscoYVkKCW4vP4XgRsEmyWBIYbKi1Vtyc3Q+8KSm0XgaozSEWq3APhRbzGSc=","sig":"8e169a0f55d7a799bc91b1d9faedf124d8d6a070fea9ffd5bc04b216691fc86c8b29bea94e2ad4fc0638a7084e4191fbea4a90c9161aa8770ca9c058d306a1c9"}');
INSERT INTO "head" VALUES('sense-memory/persona/people/facts/bob','b77a9acf3c6adf8ab7895a1800507be7a599e99824a682c712de7d6a82abc433',1800000060,'a186741481b4cd2b',1,0,9,3678193291,'{"id":"b77a9acf3c6adf8ab7895a1800507be7a599e99824a682c712de7d6a82abc433","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000060,"kind":30078,"tags":[["d","sense-memory/persona/people/facts/bob"]],"content":"AtIk1DCCbBhPBdchkBKrzYzBonC2+g0MPEVNy2FKD2T9jJdb1Kul6syVK2HqQJ4Ax2pK9hleATSPmHkwqFs4q6Aan7XGyMvaJzKyAWZlpIPiMPoduA2oB/13dDkYsg9O8ELkJwibUpTUxGxcgRQBptjemsBJgVf8QfOm4KmKN43dGuxDRVAcGrmsnIyHNgkBVvU1gaoiLEDX6oTSUEgh+sq7ZRAp7yf7ZjUTGxtEuvRQxndHfXyUTrFtuK7H7HdVRbqJwJtzCoHGDuFqbBD1zAItALeJtfURzHhuWbd7kh8A7cz0sPXIqpFROvto2g3ZSyyE4qfZ24yY79gSrc/CEwuRjhvRBiQdJsWUVPSbpgt7JqPM3ndVqN0bUN4Hx0QiAdklPgZnGiFcHKHhnhx5CsPfh2HPUTmQqv1UKzl5ccvi2S0uxXIVbZ8v6rEbzOHKcR95cvwwFVIWHT59+cJ+MJcZPEL8W9s3f1i4cl1MfqawRQ0Qjgo0ZEtFBwoy4UchHAQ9CYVyr+eqIyrh7onYiWIlxh8gEyBuUNpmpy2heqjyBz8b4g+FuJsNpI89zGX5DecZMtdyc4Q4mDheSBqvNV8Rp0cWQah64S7KCgn3hCKdJcYCp3iJ4VLnbbqAK+KCBlM3wj66t5yGpTH45a4SY0PKZQXawEzoChFkVviekBphIlYzXnroc6LAUgmg90nhVNL8pPpVVjWIOlDMwXzo5loQ60Woj4Ejz4vsMnwLj4WZNaJqoKs38CjV4vAJdL1OGsmm","sig":"c512ec0587c5e6c5d7aec29618046bd09050c3fd257553f0220e5f02c2c8e2488ace259898d03aa900d3fd63be13512e1399408955df3ebc6c063869af796f6a"}');
INSERT INTO "head" VALUES('sense-memory/scope/user:alice/sense-memory/name','440abc7811a6e72831939c7ee79710c9ae0db65d71af350e58e78406e7e591e6',1800000060,'69464cfc61b19a9a',1,0,7,1389709644,'{"id":"440abc7811a6e72831939c7ee79710c9ae0db65d71af350e58e78406e7e591e6","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000060,"kind":30078,"tags":[["d","sense-memory/scope/user:alice/sense-memory/name"]],"content":"Ah7J5hxBfFweFmhPyTvY5LCjqRd1PP6ha75ph5WGaAPNav0LNh0NK2dF7suHGzhy13SMMlpuDGeRGlSNdDBU77UMM3r2U3nJlBucTyBiRbbvQTeam0Him+ZUDpPa0NdQCVS4LqeGtSILcHGWCsD8fP4KLqNvsOE00dwzuUi6KJdrdVuAg/BM3X2lEy9wBeoExFKGTSj1xgjVFe0YX771kNvM1QznYxrKC2MNg+0t1c7JM9VtVzCXbbx76+hn2V2+nz0kBJqMgCruRuf+30jRkEa/nawb2SKZ1zYYKmRQLN+MoRi3BONSRm3pZkK1KQkm17RisKuUlvGGT3i6yPYv0lssSMCxeX+YA3NiBtNVKd4Rz+qsjjIQb1yUsmhfS2FwwbEfQhxC+x+vf989J9z6BICIgztKMiNg0ZoUaHmRe4nB9nA=","sig":"d63198ff0a4eb4016fd5e309f0eea93aa5c5b3cd55b1a210638aac163efa212b1c11a4e8a5c669595af11a93eb318c4be01c27910be8ea9eec36efbbdf0a7c75"}');
INSERT INTO "head" VALUES('sense-memory/secret','ae5f757e20b652f87fc3495f55031ed17e54d3900538bc367aa78cceb88aa83f',1800000061,'46092df046e50554',1,1,6,1332112332,'{"id":"ae5f757e20b652f87fc3495f55031ed17e54d3900538bc367aa78cceb88aa83f","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000061,"kind":30078,"tags":[["d","sense-memory/secret"]],"content":"AgzyM4sPbAGbLtihNnQfi7+ZDNa8w8A2IhK03gZiXOt4qgnXtLGnllYOvRpXA0JaWZvcM8Ocs6G/X9RWblX3Cxq4tDJ54jAcc/ytS3oLTUV6tFIRhIJdvUdASYThCUxmrlx3zNUDTIOLSzenfTBjoRM8YP5g6fQCzlt2q+lrcfwWk2OJlgbkpk4HvZVETmGPirdxzUsLCTXB0PVOsFKzO0epxydpFKrUakNa0e35jOh/INdny1V62cq0kF25ZlBmSCgMN+Fua1SUB4N3OPqq7rbRghDBoZ0JIMwPLWHOtTeeoiw3/lIG7qOz52h7n20mgegOfBVrCWRjyp9ngKHsmGsmTXym8YaKd05pU5CoUkQz/CakO1uW0UVhZ8lqME2UvW69","sig":"9a177229ea1848c73b2f7b82c747ae35f59397ba29702625cc6b6cdecef9221a4a7118d146cb2269ec4e11b7e38c62f7f7b1d42b0430828a2ccec3c33eb434b9"}');
CREATE TABLE issued (              -- writes of this device, to know a copy of this file by
    address TEXT,
    t TEXT,
    how TEXT NOT NULL,             -- how far it came, or that it is a copy's, or stands for older
    PRIMARY KEY (address, t)
) WITHOUT ROWID;
INSERT INTO "issued" VALUES('sense-memory/later','01a3185f5d40079e','unsent');
CREATE TABLE ledger (             -- deletions, kept for ever
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    event TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "ledger" VALUES('036bc3fb77195d7ae6ca81737abbd0f910f29e62c2a988c99f37996baedd7878',1800000061,2567669329,'{"id":"036bc3fb77195d7ae6ca81737abbd0f910f29e62c2a988c99f37996baedd7878","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000061,"kind":5,"tags":[["a","30078:4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff:sense-memory/secret"],["e","6a71c9a2c43b4fe17a83c363c904d1e983481c2f5524e71b5f7f018451c2c774"],["k","30078"]],"content":"Avt5Y8jNcW6SscXkw5TkwO7PL2BivTc50ThO1f0Vy4U1mnrOIn0ZGqD2RjoQFRrEviVZCe86XeNbBsKpLP974BNhnJF8mlgJ83WY+AESzOsLH3gO4UHvsVZ76ClEZcGj9hMAzRLwh/gSh9GrH7XosMisz/OtjLtWLNzHfinYS7WkGxoM4Wo0TZWADsKUCTdeKUI1ZB8jUexeDbZZQqSzAptmODXesodTi+F2/iD5g7VynU456777gm8R8/6X8kfrE3Ap","sig":"14066122aff4c63ab29d288dd2065d663b1ec192e7b4055ce2e3366bb2b7a00719d3abbc25f5692a3ec7aa5f61d82e919e4397df0087f6a3e4ed86ea218e3702"}');
INSERT INTO "ledger" VALUES('16f85f1e1ce312dcd25c242888de6292dbf7162c0a4963b77f1c8cbd4a040f27',1800000201,4254191307,'{"id":"16f85f1e1ce312dcd25c242888de6292dbf7162c0a4963b77f1c8cbd4a040f27","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000201,"kind":5,"tags":[["a","30078:4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff:sense-memory/lang"],["e","b6d220770b558510eb401c2ca830704a30d2570dca009e0321041abf4d6f9634"],["k","30078"]],"content":"AnATf7xyuuVa3fUI/MsT1IePUdqz83L0frUFdt9RqFUIM+fySO2JnXdy1EG5133ehidAPyp7I6r4adPz2QSNKCkztu7u9NbwhwhGxl9tidSqyHHgZ57lwPTfxW7lUOl7SFqWGMuzWt0BffrQgELMaX8+/0WPbOM+BHMiRQcJ/CrXuNYpIC3USLNhCNcSNZpasfedpxc+rHpIRF3DDp6SOpfgStAfgf4+Fl2I99M/giscBJS1nZa/3utrgiohfnfaRyUi","sig":"91181112d79ef716c4c80215a1ab677500a5dd23ba002c9248193646b054edab6e3112591adb2d546a0f2c14213897a225f37b3b6fa0569bf0f2531867bbce42"}');
CREATE TABLE lost (                -- what a damaged file held and could not be read from it
    address TEXT PRIMARY KEY
) WITHOUT ROWID;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "meta" VALUES('addressed','plain');
INSERT INTO "meta" VALUES('clock','[1800000200.0, 1800000200.0, null]');
INSERT INTO "meta" VALUES('device','vgtz5yejw4');
INSERT INTO "meta" VALUES('file_key','Aj/UXYcSfc/tLtkO//TrCUE+PrnxYAyICBcfTqRK0jTS8QrJnD66IWBy582coP7LBebvciBMq6jTFSf8xZIt5vkcDZ9+B3w2TxCr9G6rDqtEKIh9zn7YVKS/u4CLVOgGu+YRFXlYNGJS1f0+TCSFjFEl/2O6uMKDhW0TY9kYF1scyus=');
INSERT INTO "meta" VALUES('owner','4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff');
CREATE TABLE outbox (
    relay TEXT,
    address TEXT,
    id TEXT NOT NULL,              -- the version to be delivered
    state TEXT NOT NULL,
    queued_at REAL NOT NULL,
    next_at REAL NOT NULL,
    attempts INTEGER NOT NULL,
    said TEXT NOT NULL,            -- what the relay answered last
    PRIMARY KEY (relay, address)
) WITHOUT ROWID;
INSERT INTO "outbox" VALUES('ws://127.0.0.1:9','72f866b98634bbe2421e07ebc5a1889f9ddef9655dfa94ebf12b1d8887f88192','17e9ac4b3ccc9f912f22a2ab72d20ca168bb2ff31eaf74bff320245e8fe50b45','waiting',1800000000.0,0.0,0,'');
INSERT INTO "outbox" VALUES('ws://127.0.0.1:9','sense-journal/1800000060.0-53cb','5ec31c79e04067571d576e88e189f79166355adea637fd8419821935a580ff15','waiting',1800000060.0,0.0,0,'');
INSERT INTO "outbox" VALUES('ws://127.0.0.1:9','sense-memory/greeting','5815c29ef8b0519703336bbb1463997d2d58627b1071db3e21873fdbd6395ecc','waiting',1800000060.0,0.0,0,'');
INSERT INTO "outbox" VALUES('ws://127.0.0.1:9','sense-memory/lang','9142de4925cb69b4adb58a499aa6a91017ffb7a029cbc44d04f56095d8439925','waiting',1800000200.0,0.0,0,'');
INSERT INTO "outbox" VALUES('ws://127.0.0.1:9','sense-memory/later','723e4a8e0d9eb3a102b8ec391b1418ccb85634900683d84d0a28ecd9cd5463d0','waiting',1800000200.0,0.0,0,'');
INSERT INTO "outbox" VALUES('ws://127.0.0.1:9','sense-memory/long','6879189a78facee41ae7d9adc041b9d3e370973568f9a7b55be14445d3cc389a','waiting',1800000000.0,0.0,0,'');
INSERT INTO "outbox" VALUES('ws://127.0.0.1:9','sense-memory/persona/people/facts/bob','b77a9acf3c6adf8ab7895a1800507be7a599e99824a682c712de7d6a82abc433','waiting',1800000060.0,0.0,0,'');
INSERT INTO "outbox" VALUES('ws://127.0.0.1:9','sense-memory/scope/user:alice/sense-memory/name','440abc7811a6e72831939c7ee79710c9ae0db65d71af350e58e78406e7e591e6','waiting',1800000060.0,0.0,0,'');
INSERT INTO "outbox" VALUES('ws://127.0.0.1:9','sense-memory/secret','ae5f757e20b652f87fc3495f55031ed17e54d3900538bc367aa78cceb88aa83f','waiting',1800000060.0,0.0,0,'');
CREATE TABLE past (address TEXT, id TEXT, PRIMARY KEY (address, id)) WITHOUT ROWID;
INSERT INTO "past" VALUES('sense-memory/greeting','024e439193bca7d3c72203914cc1379aaa2f950732cc0bf3a4eb429e2d9a19da');
INSERT INTO "past" VALUES('sense-memory/lang','b6d220770b558510eb401c2ca830704a30d2570dca009e0321041abf4d6f9634');
INSERT INTO "past" VALUES('sense-memory/secret','6a71c9a2c43b4fe17a83c363c904d1e983481c2f5524e71b5f7f018451c2c774');
CREATE TABLE quarantine (
    id TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    sum INTEGER NOT NULL,
    event TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "quarantine" VALUES('e8c353f48eec27ce17e031e9cf8dad2bb3a8c2c2211d63d5c2a35f9a372a55ee','no record type of this release lives at this path',2176724930,'{"id":"e8c353f48eec27ce17e031e9cf8dad2bb3a8c2c2211d63d5c2a35f9a372a55ee","pubkey":"4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8fff","created_at":1800000100,"kind":30078,"tags":[["d","sense-memory/newer"]],"content":"AhQwubNLprRKGw5E+t+mdlLNqz7UItaQoixLFyM996NDdpD0qZZoYAoNQ87af/sqVAx32iUvrA5G8OKfijt9DyH26Hw7nc7fyGWb5wrrETU54gfnVS3itudTT4bhjl9kKsx4kgnsDPvd8x4EdMQFD4TO4pjm2OhxZAI687Rwqvf0sVOt2qnnKrxvQ8nw3q/UlBYQgLb29Nv6o/Au6bqLR7sB6Q==","sig":"ecda3f8d33041c03e977165335bea8c2b99403cdee6011a378c4fa0cddd9fda2065b130ddb798ca9fbf246d15bd49b9090f3c53f02a20304cb8ccc6de1e476f8"}');
CREATE TABLE relay (
    url TEXT PRIMARY KEY,
    verdict TEXT,                  -- of the last load
    read_at REAL,                  -- when that load began
    complete_at REAL,              -- when the last complete load began
    full_at REAL,                  -- when the last complete load of everything began
    information TEXT,
    information_at REAL,
    quarantined_until REAL,
    quarantines INTEGER NOT NULL DEFAULT 0,
    offence TEXT,                  -- what it did once too often
    rolled_back INTEGER NOT NULL DEFAULT 0,  -- places, as of the last look
    withheld INTEGER NOT NULL DEFAULT 0,
    alarmed_at REAL,
    negentropy TEXT,               -- yes or no, as of the last try
    negentropy_at REAL
) WITHOUT ROWID;
INSERT INTO "relay" VALUES('ws://127.0.0.1:9','complete',1800000000.5,1800000000.5,1800000000.5,'{"name":"old"}',1800000000.0,NULL,0,NULL,0,0,NULL,NULL,NULL);
CREATE TABLE seen (                -- the newest that each relay ever showed, to notice steps back
    relay TEXT,
    kind INTEGER,
    address TEXT,                  -- for a kind 5 its id
    created_at INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (relay, kind, address)
) WITHOUT ROWID;
INSERT INTO "seen" VALUES('ws://127.0.0.1:9',30078,'sense-memory/greeting',1800000060,'abababababababababababababababababababababababababababababababab');
CREATE TABLE tally (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, sum INTEGER NOT NULL)
    WITHOUT ROWID;
INSERT INTO "tally" VALUES('deleted',2,2786862373);
INSERT INTO "tally" VALUES('erasure',0,0);
INSERT INTO "tally" VALUES('head',9,24034988871);
INSERT INTO "tally" VALUES('head_bucket',9,23390140247);
INSERT INTO "tally" VALUES('head_numbers',9,392670254713);
INSERT INTO "tally" VALUES('ledger',2,4430304356);
INSERT INTO "tally" VALUES('lost',0,0);
INSERT INTO "tally" VALUES('meta',5,9118270570);
INSERT INTO "tally" VALUES('outbox',9,16770099046);
INSERT INTO "tally" VALUES('quarantine',1,1025421068);
INSERT INTO "tally" VALUES('relay',1,1153267907);
INSERT INTO "tally" VALUES('tables',17,42539260634);
CREATE TABLE touch (               -- uses that the record itself does not say yet
    address TEXT PRIMARY KEY,
    slot TEXT NOT NULL,            -- the stamp under which this device counts here
    count INTEGER NOT NULL,        -- this device's own, from the beginning
    at REAL NOT NULL               -- of the last one
) WITHOUT ROWID;
CREATE INDEX head_seq ON head (seq);
CREATE INDEX head_bucket ON head (bucket);
COMMIT;
